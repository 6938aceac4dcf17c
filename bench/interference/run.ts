// How much slower a read becomes while packages are uploaded, checked and extracted:
//   node bench/interference/run.ts [--rounds 5] [--packages 20] [--rate 200] <folder of zips>
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Client,
  createClient,
  createPublisher,
  createToken,
  publishVersion,
  signIn,
  uploadPackage,
} from '@patchbay/client';
import { publication, zip } from '../../packages/server/test/support/build.ts';
import { latencyOf } from '../load/latency-of.ts';
import type { Latency } from '../load/load.ts';
import { median } from '../report/median.ts';
import { choosePackages } from './choose-packages.ts';
import type { LoopDelay } from './observe.ts';

const idleMs = 20_000;
const warmUpMs = 3_000;
const warmUpPackages = 50;
const email = 'bench@example.org';
const password = 'correct horse battery';

interface Measured {
  latencies: readonly number[];
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

/** The measurements of `reader` and `server` during `work`. */
const measure = async (
  { server, reader }: Record<'server' | 'reader', ChildProcess>,
  work: Promise<unknown>,
): Promise<Measured> => {
  const begun = [answer(server), answer(reader)];
  server.send('begin');
  reader.send('begin');
  await Promise.all(begun);
  await work;
  const measured = [answer<LoopDelay>(server), answer<number[]>(reader)] as const;
  server.send('end');
  reader.send('end');
  const [loop, latencies] = await Promise.all(measured);
  return { loop, latencies };
};

const publishSmall = async (client: Client, token: string, nodeId: string): Promise<void> => {
  const { signedUrl } = await publishVersion(client, {
    publisherId: 'pace',
    nodeId,
    body: publication(token, '1.0.0'),
  });
  const bytes = await zip({ '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n' });
  await uploadPackage(client, signedUrl, new Blob([bytes]));
};

/** One server from start to end: warmed up, idle, then busy. */
const runRound = async (packages: readonly string[]): Promise<Round> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-pace-'));
  const { server, url } = await startServer(folder);
  try {
    const { token: session } = await signIn(createClient({ url }), { body: { email, password } });
    const client = createClient({ url, token: session });
    await createPublisher(client, { body: { id: 'pace' } });
    const { token } = await createToken(client, { publisherId: 'pace', body: { name: 'bench' } });
    for (let index = 0; index < warmUpPackages; index += 1)
      await publishSmall(client, token, `probe-${index}`);
    const sender = fork(script('send.ts'), [url, session, token, ...packages]);
    await answer(sender);
    const reader = fork(script('read.ts'), [`${url}/nodes/probe-0`, values.rate]);
    await sleep(warmUpMs);
    const idle = await measure({ server, reader }, sleep(idleMs));
    const begun = performance.now();
    const sent = answer<Record<string, number>>(sender);
    sender.send('publish');
    const busy = await measure({ server, reader }, sent);
    const busyMs = performance.now() - begun;
    const gone = once(reader, 'exit');
    reader.disconnect();
    await gone;
    return { idle, busy, busyMs, outcomes: await sent };
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  }
};

const describe = ({ loop, latencies }: Measured): string => {
  const { p50, p99, max } = latencyOf(latencies);
  return (
    `read p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)} max ${max.toFixed(1)} ms (${latencies.length}), ` +
    `loop late p99 ${loop.p99.toFixed(2)} max ${loop.max.toFixed(1)} ms, queued ${loop.queued.toFixed(0)} ms`
  );
};

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
const ratios = (pick: (latency: Latency) => number): string => {
  const of = (busy: readonly number[], idle: readonly number[]) =>
    pick(latencyOf(busy)) / pick(latencyOf(idle));
  const ofRounds = median(rounds.map(({ idle, busy }) => of(busy.latencies, idle.latencies)));
  const ofAll = of(
    rounds.flatMap(({ busy }) => busy.latencies),
    rounds.flatMap(({ idle }) => idle.latencies),
  );
  return `× ${ofRounds.toFixed(2)} (of all reads together × ${ofAll.toFixed(2)})`;
};
process.stdout.write(
  `busy / idle, medians of ${rounds.length} rounds: ` +
    `read p50 ${ratios(({ p50 }) => p50)}, p99 ${ratios(({ p99 }) => p99)}\n`,
);
