import type { Row } from '../report/row.ts';
import type { Fixture } from '../fixture/open-fixture.ts';
import { probe } from '../fixture/probe.ts';
import { type Requests, bulk, get } from '../fixture/requests.ts';
import { processorSeconds } from '../servers/processor-seconds.ts';
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

const warm: readonly Read[] = [
  node,
  ...bulkReads,
  { task: 'install', requests: ({ nodeId }) => get(`/nodes/${nodeId}/install`), floor: 'send' },
  {
    task: 'page of a publisher',
    requests: ({ bearer }) => get('/publishers/publisher-1/nodes/v2', { authorization: `Bearer ${bearer}` }),
    floor: 'send',
  },
  { task: 'page of all nodes', requests: () => get('/nodes?limit=30'), floor: 'send' },
  { task: 'search', requests: () => get('/nodes/search?search=filled&limit=30'), floor: 'send' },
];
const cold: readonly Read[] = [node, ...bulkReads];

/** Every public read with the response cache, against a bare server that sends the same bytes. */
export const reads: Benchmark = ({ settings, engines }) =>
  onEachEngine(engines, {}, async (subject, fixture) => {
    const rows: Row[] = [];
    for (const read of warm) rows.push(...(await measureRead(read, subject, fixture, settings)));
    return [...rows, ...(await measureNotModified(subject, fixture, settings))];
  });

/** The same without the response cache. */
export const coldReads: Benchmark = ({ settings, engines }) =>
  onEachEngine(engines, { CACHE_BYTES: '0' }, async (subject, fixture, engine) => {
    const rows: Row[] = [];
    for (const read of cold) {
      const share = shareOfDatabase(engine, fixture);
      const measured = await measureRead({ ...read, task: `${read.task}, cold` }, subject, fixture, settings);
      rows.push(...measured.map((row) => ({ ...row, ...share() })));
    }
    return rows;
  });

/** From now on: the database's share of the processor time of server and database, as a note. */
const shareOfDatabase = ({ pid }: Engine, fixture: Fixture): (() => { note?: string }) => {
  const spent = () => ({
    database: (pid === undefined ? undefined : processorSeconds(pid)) ?? 0,
    server: processorSeconds(fixture.process.pid) ?? 0,
  });
  const before = spent();
  return () => {
    const after = spent();
    const database = after.database - before.database;
    const share = database / (database + after.server - before.server);
    return database === 0 ? {} : { note: `${Math.round(share * 100)} % of it in the database` };
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
  rowsOrNote('not modified', subject, async () => {
    const path = `/nodes/${fixture.nodeId}`;
    const whole = await probe(fixture.process.port, get(path));
    const asked = { ...get(path, { 'if-none-match': whole.headers['etag'] ?? '' }), expect: 304 };
    await using sender = await startBare('send', whole);
    await using bare = await startBare('not-modified', await probe(fixture.process.port, asked));
    const comparison = { unit: 'requests/s', better: 'higher', rounds: settings.rounds } as const;
    return [
      ...(await compare(
        { task: 'not modified (304)', ...comparison },
        { name: 'bare node:http, the bytes', measure: () => throughput(sender, get(path), settings) },
        { name: subject, measure: () => throughput(fixture.process, asked, settings) },
      )),
      ...(await compare(
        { task: 'not modified (304)', ...comparison },
        { name: 'bare node:http, 304', measure: () => throughput(bare, asked, settings) },
        { name: subject, measure: () => throughput(fixture.process, asked, settings) },
      )),
    ];
  });
