import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { type Fixture, openFixture, startServer } from '../fixture/open-fixture.ts';
import { get } from '../fixture/requests.ts';
import type { Row } from '../report/row.ts';
import { ProcessorMeter } from '../servers/processor-meter.ts';
import { residentMegabytes } from '../servers/resident-megabytes.ts';
import { startBare } from '../servers/start-bare.ts';
import type { RunningProcess } from '../servers/start-process.ts';
import type { Settings } from '../settings.ts';
import type { Benchmark, Engine } from './benchmark.ts';
import { compare } from './compare.ts';
import { throughput } from './throughput.ts';
import { publishPending, uploadRate } from './upload-rate.ts';

const idleSeconds = 20;
const sampleEveryMs = 20;

/** What a server takes by itself: its start, its memory when idle and under load, its statements when idle. */
export const footprint: Benchmark = async ({ settings, engines }) => {
  const rows: Row[] = [];
  for (const engine of engines) {
    const subject = `ours, ${engine.name}`;
    rows.push(...(await measureStart(subject, engine, settings)));
    await using fixture = await openFixture({ engine });
    rows.push(...(await measureMemory(subject, fixture, settings)));
  }
  return rows;
};

/** Of a server whose database is migrated, until it accepts requests. */
const measureStart = async (subject: string, engine: Engine, { rounds }: Settings): Promise<Row[]> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'patchbay-bench-'));
  const environment: Readonly<Record<string, string>> = {
    ...(await engine.emptyDatabase()),
    DATA_DIR: folder.path,
  };
  const spent = async (start: () => Promise<RunningProcess>): Promise<number> => {
    await using process = await start();
    using meter = new ProcessorMeter(process.pid);
    return meter.seconds ?? Number.NaN;
  };
  const rows = await compare(
    { task: 'start, processor time', unit: 's', better: 'lower', rounds },
    { name: 'bare node:http', measure: () => spent(() => startBare('send', {})) },
    { name: subject, measure: () => spent(() => startServer(environment, 'server')) },
  );
  const { DATABASE_URL: url } = environment;
  return url === undefined ? rows : [...rows, ...(await measureIdle(subject, environment, url))];
};

/** Transactions in the database, each of which is a statement where nothing is written. */
const measureIdle = async (
  subject: string,
  environment: Readonly<Record<string, string>>,
  url: string,
): Promise<Row[]> => {
  await using running = new AsyncDisposableStack();
  running.use(await startServer(environment, 'server'));
  const client = new Client(url);
  await client.connect();
  const count = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.count);
  };
  try {
    const perSecond = async (): Promise<number> => {
      // The search index is built some seconds after the start, and a session reports what it did after ten.
      await setTimeout(16_000);
      const before = await count();
      await setTimeout(idleSeconds * 1_000);
      // Without the question itself.
      return ((await count()) - before - 1) / idleSeconds;
    };
    return await compare(
      { task: 'transactions of an idle server', unit: 'per second', better: 'lower', rounds: 1 },
      { name: 'one each second', measure: () => Promise.resolve(1) },
      { name: subject, measure: perSecond },
    );
  } finally {
    await client.end();
  }
};

const measureMemory = async (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> => {
  await using bare = await startBare('send', { body: '{}' });
  const idle = (process: RunningProcess) => () => Promise.resolve(residentMegabytes(process.pid));
  const node = get(`/nodes/${fixture.nodeId}`);
  const work = async (): Promise<void> => {
    await throughput(fixture.process, node, settings);
    await throughput(fixture.process, get('/nodes?limit=30'), settings);
    await uploadRate(fixture, await publishPending(fixture, settings.writes));
  };
  const memory = { unit: 'MiB', better: 'lower', rounds: 1 } as const;
  return [
    ...(await compare(
      { task: 'memory of all processes after a package, idle', ...memory },
      { name: 'bare node:http', measure: idle(bare) },
      { name: subject, measure: idle(fixture.process) },
    )),
    ...(await compare(
      { task: 'memory of all processes, peak under reads and uploads', ...memory },
      { name: 'bare node:http', measure: () => peak(bare, () => throughput(bare, node, settings)) },
      { name: subject, measure: () => peak(fixture.process, work) },
    )),
  ];
};

const peak = async ({ pid }: RunningProcess, work: () => Promise<unknown>): Promise<number> => {
  let most = 0;
  const look = () => {
    most = Math.max(most, residentMegabytes(pid));
  };
  const timer = setInterval(look, sampleEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most;
};
