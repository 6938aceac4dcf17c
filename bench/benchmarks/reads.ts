import type { Row } from '../report/row.ts';
import type { Fixture } from '../fixture/open-fixture.ts';
import { probe } from '../fixture/probe.ts';
import { type Requests, bulk, get } from '../fixture/requests.ts';
import { ProcessorMeter } from '../servers/processor-meter.ts';
import { startBare } from '../servers/start-bare.ts';
import type { Settings } from '../settings.ts';
import type { Benchmark, Engine } from './benchmark.ts';
import { compare } from './compare.ts';
import { onEachEngine } from './on-each-engine.ts';
import { rowsOrNote } from './rows-or-note.ts';
import { throughput } from './throughput.ts';

interface Read {
  task: string;
  requests: (fixture: Fixture) => Requests;
  /** What the bare server does with the same requests before it sends the same headers and body. */
  floor: 'send' | 'parse';
}

const node: Read = { task: 'node', requests: ({ nodeId }) => get(`/nodes/${nodeId}`), floor: 'send' };
const bulkReads: readonly Read[] = [1, 100, 1_000].map((count) => ({
  task: `bulk of ${count}`,
  requests: () => bulk(count),
  floor: 'parse',
}));

const publisherPage: Read = {
  task: 'page of a publisher',
  requests: ({ bearer }) => get('/publishers/publisher-1/nodes/v2', { authorization: `Bearer ${bearer}` }),
  floor: 'send',
};
const notModified = 'not modified (304)';

const warm: readonly Read[] = [
  node,
  ...bulkReads,
  { task: 'install', requests: ({ nodeId }) => get(`/nodes/${nodeId}/install`), floor: 'send' },
  publisherPage,
  { task: 'page of all nodes', requests: () => get('/nodes?limit=30'), floor: 'send' },
  { task: 'search', requests: () => get('/nodes/search?search=filled&limit=30'), floor: 'send' },
];
const cold: readonly Read[] = [node, ...bulkReads, publisherPage];

const isWanted = (task: string, tasks?: ReadonlySet<string>): boolean => tasks?.has(task) ?? true;

/** Every public read with the response cache, against a bare server that sends the same bytes. */
export const reads: Benchmark = ({ settings, engines, tasks }) =>
  onEachEngine(engines, {}, async (subject, fixture) => {
    const rows: Row[] = [];
    for (const read of warm.filter(({ task }) => isWanted(task, tasks)))
      rows.push(...(await measureRead(read, subject, fixture, settings)));
    return isWanted(notModified, tasks)
      ? [...rows, ...(await measureNotModified(subject, fixture, settings))]
      : rows;
  });

/** The same without the response cache. */
export const coldReads: Benchmark = ({ settings, engines, tasks }) =>
  onEachEngine(engines, { CACHE_BYTES: '0' }, async (subject, fixture, engine) => {
    const rows: Row[] = [];
    for (const read of cold.filter(({ task }) => isWanted(`${task}, cold`, tasks))) {
      const share = shareOfDatabase(engine, fixture);
      const measured = await measureRead({ ...read, task: `${read.task}, cold` }, subject, fixture, settings);
      rows.push(...measured.map((row) => ({ ...row, ...share() })));
    }
    return rows;
  });

/** From now on: the database's share of the processor time of server and database, as a note. */
const shareOfDatabase = ({ pid }: Engine, fixture: Fixture): (() => { note?: string }) => {
  if (pid === undefined) return () => ({});
  const meters = [new ProcessorMeter(pid), new ProcessorMeter(fixture.process.pid)] as const;
  const spent = () => meters.map(({ seconds = 0 }) => seconds);
  const before = spent();
  return () => {
    const [database = 0, server = 0] = spent().map((seconds, index) => seconds - (before[index] ?? 0));
    for (const meter of meters) meter[Symbol.dispose]();
    return { note: `${Math.round((100 * database) / (database + server))} % of it in the database` };
  };
};

const measureRead = (
  { task, requests, floor }: Read,
  subject: string,
  fixture: Fixture,
  settings: Settings,
): Promise<Row[]> =>
  rowsOrNote(task, subject, async () => {
    const asked = requests(fixture);
    await using bare = await startBare(floor, await probe(fixture.process.port, asked));
    return await compare(
      { task, unit: 'requests/s', better: 'higher', rounds: settings.rounds },
      { name: 'bare node:http', measure: () => throughput(bare, asked, settings) },
      { name: subject, measure: () => throughput(fixture.process, asked, settings) },
    );
  });

const measureNotModified = (subject: string, fixture: Fixture, settings: Settings): Promise<Row[]> =>
  rowsOrNote(notModified, subject, async () => {
    const path = `/nodes/${fixture.nodeId}`;
    const whole = await probe(fixture.process.port, get(path));
    const asked = { ...get(path, { 'if-none-match': whole.headers['etag'] ?? '' }), expect: 304 };
    await using sender = await startBare('send', whole);
    await using bare = await startBare('not-modified', await probe(fixture.process.port, asked));
    const comparison = { unit: 'requests/s', better: 'higher', rounds: settings.rounds } as const;
    return [
      ...(await compare(
        { task: notModified, ...comparison },
        { name: 'bare node:http, the bytes', measure: () => throughput(sender, get(path), settings) },
        { name: subject, measure: () => throughput(fixture.process, asked, settings) },
      )),
      ...(await compare(
        { task: notModified, ...comparison },
        { name: 'bare node:http, 304', measure: () => throughput(bare, asked, settings) },
        { name: subject, measure: () => throughput(fixture.process, asked, settings) },
      )),
    ];
  });
