import { readFile } from 'node:fs/promises';
import { latencyOf } from './latency-of.ts';
import type { Load, LoadRequest, LoadResult } from './load.ts';
import type { Job } from './loop.ts';
import { sendInClosedLoop } from './send-in-closed-loop.ts';
import { sendInOpenLoop } from './send-in-open-loop.ts';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('give the file that holds the load');
const load = JSON.parse(await readFile(path, 'utf8')) as Load;
const bodies = load.bodies.map((body) => Buffer.from(body, 'base64'));

const write = ({ method, path, headers = {}, body }: LoadRequest): Buffer => {
  const bytes = body === undefined ? undefined : bodies[body];
  const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${load.port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (bytes !== undefined) lines.push(`content-length: ${bytes.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  return bytes === undefined ? head : Buffer.concat([head, bytes]);
};

const job: Job = {
  port: load.port,
  connections: load.connections,
  keepBodies: load.keepBodies ?? false,
  requests: load.requests.map(write),
  expect: load.expect,
};
const {
  seconds,
  latencies,
  bodies: kept,
} = await (load.loop.kind === 'open' ? sendInOpenLoop(job, load.loop) : sendInClosedLoop(job, load.loop));
const result: LoadResult = {
  replies: latencies.length,
  seconds,
  latency: latencyOf(latencies),
  bodies: kept,
};
process.stdout.write(JSON.stringify(result));
