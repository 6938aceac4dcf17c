// How much slower a read becomes while packages are uploaded, checked and extracted:
//   node bench/pace/run.ts -- <folder of zips> [--rounds 5] [--packages 20] [--rate 200]
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { publication, zip } from '../../packages/server/test/support/build.ts';
import { Client } from '../../packages/server/test/support/client.ts';
import { median } from '../report/median.ts';
import { choosePackages } from './choose-packages.ts';
import type { LoopDelay } from './observe.ts';
import type { Quantiles } from './quantiles.ts';

const idleMs = 10_000;
const warmUpMs = 3_000;
const email = 'bench@example.org';
const password = 'correct horse battery';

interface Measured {
  latency: Quantiles;
  loop: LoopDelay;
}

interface Round {
  idle: Measured;
  busy: Measured;
  busyMs: number;
  outcomes: Record<string, number>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    packages: { type: 'string', default: '20' },
    rate: { type: 'string', default: '200' },
  },
});

const script = (name: string): URL => new URL(name, import.meta.url);
const answer = async <Result>(child: ChildProcess): Promise<Result> =>
  ((await once(child, 'message')) as [Result])[0];
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const startServer = async (folder: string): Promise<{ server: ChildProcess; url: string }> => {
  const server = fork(new URL('../../packages/server/src/main.ts', import.meta.url), {
    execArgv: ['--import', script('observe.ts').href],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: folder,
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
  const [, url = ''] = /listens on (\S+),/.exec(line.toString()) ?? [];
  return { server, url };
};

const measure = async (server: ChildProcess, address: string, work: Promise<unknown>): Promise<Measured> => {
  server.send('begin');
  await answer(server);
  const reader = fork(script('read.ts'), [address, values.rate]);
  await work;
  const latency = answer<Quantiles>(reader);
  reader.send('stop');
  server.send('end');
  return { loop: await answer<LoopDelay>(server), latency: await latency };
};

/** One server from its first start to its end: idle, then busy. */
const runRound = async (packages: readonly string[]): Promise<Round> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-pace-'));
  const { server, url } = await startServer(folder);
  try {
    const session = (await new Client(url).post('/auth/sign-in/email', { email, password })).json.token;
    const client = new Client(url, session);
    await client.post('/publishers', { id: 'pace' });
    const { token } = (await client.post('/publishers/pace/tokens', { name: 'bench' })).json;
    const probe = await client.post('/publishers/pace/nodes/probe/versions', publication(token, '1.0.0'));
    await client.upload(probe.json.signedUrl, await zip({ '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n' }));
    const address = `${url}/nodes/probe`;
    await measure(server, address, sleep(warmUpMs));
    const idle = await measure(server, address, sleep(idleMs));
    const begun = performance.now();
    const sender = fork(script('send.ts'), [url, session, token, ...packages]);
    const sent = answer<Record<string, number>>(sender);
    const busy = await measure(server, address, sent);
    return { idle, busy, busyMs: performance.now() - begun, outcomes: await sent };
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  }
};

const describe = ({ latency, loop }: Measured): string =>
  `read p50 ${latency.p50.toFixed(2)} p99 ${latency.p99.toFixed(2)} max ${latency.max.toFixed(1)} ms (${latency.count}), ` +
  `loop late p99 ${loop.p99.toFixed(2)} max ${loop.max.toFixed(1)} ms, queued ${loop.queued.toFixed(0)} ms`;

const packages = await choosePackages(positionals[0] ?? '.', Number(values.packages));
const rounds: Round[] = [];
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const result = await runRound(packages);
  rounds.push(result);
  process.stdout.write(
    `round ${round}  idle  ${describe(result.idle)}\n         busy  ${describe(result.busy)}\n` +
      `         ${packages.length} packages in ${(result.busyMs / 1000).toFixed(1)} s: ${JSON.stringify(result.outcomes)}\n`,
  );
}
const ratio = (pick: (measured: Measured) => number): string =>
  median(rounds.map(({ idle, busy }) => pick(busy) / pick(idle))).toFixed(2);
process.stdout.write(
  `busy / idle, median of ${rounds.length} rounds: read p50 × ${ratio(({ latency }) => latency.p50)}, ` +
    `p99 × ${ratio(({ latency }) => latency.p99)}\n`,
);
