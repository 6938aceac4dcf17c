import type { Fixture } from '../fixture/open-fixture.ts';
import { probe } from '../fixture/probe.ts';
import { get } from '../fixture/requests.ts';
import type { Row } from '../report/row.ts';
import { startBare } from '../servers/start-bare.ts';
import type { Settings } from '../settings.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { onEachEngine } from './on-each-engine.ts';
import { rowsOrNote } from './rows-or-note.ts';
import { throughput } from './throughput.ts';

interface PageRead {
  task: string;
  page: (fixture: Fixture) => string;
  /** The response that has what the page shows. */
  json: (fixture: Fixture) => string;
}

const reads: readonly PageRead[] = [
  { task: 'node', page: ({ nodeId }) => `/n/${nodeId}`, json: ({ nodeId }) => `/nodes/${nodeId}` },
  {
    task: 'search',
    page: () => '/search?q=filled',
    json: () => '/nodes/search?search=filled&limit=24',
  },
  {
    task: 'publisher',
    page: () => '/p/publisher-1',
    json: () => '/nodes?publisher_id=publisher-1&sort=downloads;desc&limit=24',
  },
];

/** Pages that are kept against a bare server that sends the same bytes; pages that are not against their JSON. */
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
  { task, page, json }: PageRead,
  subject: string,
  fixture: Fixture,
  settings: Settings,
): Promise<Row[]> =>
  rowsOrNote(`page: ${task}, cold`, subject, async () => {
    const [html, data] = [get(page(fixture)), get(json(fixture))];
    await probe(fixture.process.port, html);
    return await compare(
      { task: `page: ${task}, cold`, unit: 'requests/s', better: 'higher', rounds: settings.rounds },
      { name: 'its JSON, cold', measure: () => throughput(fixture.process, data, settings) },
      { name: subject, measure: () => throughput(fixture.process, html, settings) },
    );
  });
