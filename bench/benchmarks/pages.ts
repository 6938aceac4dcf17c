import type { Fixture } from '../fixture/open-fixture.ts';
import { probe } from '../fixture/probe.ts';
import { get } from '../fixture/requests.ts';
import type { Row } from '../report/row.ts';
import { startBare } from '../servers/start-bare.ts';
import type { Settings } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';
import { compare, compareRounds, playRounds } from './compare.ts';
import { onEachEngine } from './on-each-engine.ts';
import { rowsOrNote } from './rows-or-note.ts';
import { throughput } from './throughput.ts';

interface PageRead {
  task: string;
  page: (fixture: Fixture) => string;
  /** What the page calls, first the response that has what it shows. */
  calls: (fixture: Fixture) => readonly [string, ...string[]];
}

const listed = 'filled-1';
const statuses = ['Active', 'Pending', 'Flagged', 'Banned', 'Deleted']
  .map((name) => `statuses=NodeVersionStatus${name}`)
  .join('&');

const reads: readonly PageRead[] = [
  {
    task: 'home',
    page: () => '/',
    calls: () => ['/nodes?limit=9&sort=downloads;desc', '/nodes?limit=9&sort=created_at;desc'],
  },
  {
    task: 'search',
    page: () => '/search?q=filled',
    calls: () => ['/nodes/search?search=filled&limit=24'],
  },
  {
    task: 'node',
    page: ({ nodeId }) => `/n/${nodeId}`,
    calls: ({ nodeId }) => [
      `/nodes/${nodeId}`,
      `/nodes/${nodeId}/versions/1.0.0/app-nodes?limit=24&include_history=true`,
      `/nodes/${nodeId}/versions/1.0.0/readme`,
      `/nodes/${nodeId}/downloads?days=180`,
    ],
  },
  {
    task: 'versions',
    page: () => `/n/${listed}/versions`,
    calls: () => [
      `/nodes/${listed}/versions?limit=50&include_changes=true&${statuses}`,
      `/nodes/${listed}/versions?page=51&limit=1&${statuses}`,
      `/nodes/${listed}`,
    ],
  },
  {
    task: 'publisher',
    page: () => '/p/publisher-1',
    calls: () => ['/nodes?publisher_id=publisher-1&sort=downloads;desc&limit=24', '/publishers/publisher-1'],
  },
];

/**
 * Pages that are kept against a bare server that sends the same bytes. Pages that are not against the JSON of what they
 * show, and against all that they call, as many times a second.
 */
export const pages: Benchmark = async ({ settings, engines }) => [
  ...(await onEachEngine(engines, {}, (subject, fixture) =>
    measureEach((read) => measureKept(read, subject, fixture, settings)),
  )),
  ...(await onEachEngine(engines, { CACHE_BYTES: '0' }, (subject, fixture) =>
    measureEach((read) => measureCold(read, subject, fixture, settings)),
  )),
];

const measureEach = async (measure: (read: PageRead) => Promise<Row[]>): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const read of reads) rows.push(...(await measure(read)));
  return rows;
};

const measureKept = (
  { task, page }: PageRead,
  subject: string,
  fixture: Fixture,
  settings: Settings,
): Promise<Row[]> =>
  rowsOrNote(`page: ${task}`, subject, async () => {
    const asked = get(page(fixture));
    await using bare = await startBare('send', await probe(fixture.process.port, asked));
    return await compare(
      { task: `page: ${task}`, unit: 'requests/s', better: 'higher', rounds: settings.rounds },
      { name: 'bare node:http', measure: () => throughput(bare, asked, settings) },
      { name: subject, measure: () => throughput(fixture.process, asked, settings) },
    );
  });

const measureCold = (
  { task: page, page: pathOf, calls: callsOf }: PageRead,
  subject: string,
  fixture: Fixture,
  settings: Settings,
): Promise<Row[]> =>
  rowsOrNote(`page: ${page}, cold`, subject, async () => {
    const html = get(pathOf(fixture));
    const calls = callsOf(fixture).map((path) => get(path));
    const [data] = calls;
    if (data === undefined) throw new Error('a page calls nothing');
    for (const asked of [html, ...calls]) await probe(fixture.process.port, asked);
    const all = { requests: calls.flatMap(({ requests }) => requests), bodies: [] };
    const [json, sum, own] = await playRounds(settings.rounds, [
      { name: 'its JSON, cold', measure: () => throughput(fixture.process, data, settings) },
      {
        name: calls.length === 1 ? 'its call, cold' : `its ${calls.length} calls, cold`,
        measure: async () => (await throughput(fixture.process, all, settings)) / calls.length,
      },
      { name: subject, measure: () => throughput(fixture.process, html, settings) },
    ]);
    if (json === undefined || sum === undefined || own === undefined)
      throw new Error('a contender did not play');
    const comparison = { task: `page: ${page}, cold`, unit: 'requests/s', better: 'higher' } as const;
    return [...compareRounds(comparison, [json, own]), ...compareRounds(comparison, [sum, own])];
  });
