// Whether a server with a small heap lives through requests made to be as expensive as possible, and who waits meanwhile:
//   node bench/hostile/run.ts [--requests 10000] [--connections 16] [--heap 512]
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { moderatorEmail, moderatorPassword } from '../../packages/server/test/support/hostile/moderator.ts';
import { openHostileFixture } from '../../packages/server/test/support/hostile/open-hostile-fixture.ts';
import { runHostileLoad } from '../../packages/server/test/support/hostile/run-hostile-load.ts';
import { startServerProcess } from '../../packages/server/test/support/server-process.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '16' },
    heap: { type: 'string', default: '512' },
  },
});
const scale = { nodes: 400, versions: 100 };

/** The most memory the process ever had, in MiB, as Linux tells it. */
const peakMegabytes = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);

const folder = await mkdtemp(join(tmpdir(), 'patchbay-hostile-'));
const server = await startServerProcess({
  DATA_DIR: folder,
  ADMIN_EMAIL: moderatorEmail,
  ADMIN_PASSWORD: moderatorPassword,
  NODE_OPTIONS: `--max-old-space-size=${values.heap}`,
});
const died = once(server.process, 'exit');
try {
  const fixture = await openHostileFixture(server.url, scale);
  const watch = new Worker(new URL('watch-health.ts', import.meta.url), { workerData: { url: server.url } });
  const begun = performance.now();
  const load = runHostileLoad(fixture, {
    requests: Number(values.requests),
    connections: Number(values.connections),
  });
  const outcomes = await Promise.race([
    load,
    died.then(() => {
      throw new Error(`the server died: ${server.output().stderr.slice(-2_000)}`);
    }),
  ]);
  const seconds = (performance.now() - begun) / 1_000;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  watch.postMessage('stop');
  const [health] = (await once(watch, 'message')) as [{ latencies: number[]; failures: number }];
  for (const [kind, counts] of outcomes) {
    const told = [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
    process.stdout.write(`${kind.padEnd(32)}${told}\n`);
  }
  const sorted = health.latencies.toSorted((one, other) => one - other);
  process.stdout.write(
    `\n${values.requests} requests in ${seconds.toFixed(0)} s over ${values.connections} connections, heap ${values.heap} MiB\n` +
      `GET /health: ${sorted.length} answers, p50 ${quantile(sorted, 0.5)} ms, p99 ${quantile(sorted, 0.99)} ms, max ${quantile(sorted, 1)} ms, ${health.failures} failures\n` +
      `peak resident memory: ${(await peakMegabytes(server.process.pid ?? 0)).toFixed(0)} MiB\n`,
  );
} finally {
  if (server.process.exitCode === null) await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
