/**
 * How much slower reads of a node become beside a stream of searches: kept in memory, and read from the database each
 * time (`CACHE_BYTES=0`). First, how long after its start a server answers searches whole.
 *
 *   node bench/search/beside.ts <catalogue.jsonl> [--rounds 5] [--seconds 6] [--searches 20]
 *
 * One process sends both at fixed rates to the built server. Rounds without and with searches alternate; the ratios are
 * those of their medians.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { limits } from '@patchbay/contract';
import { readCatalogue } from '../../packages/server/src/commands/import/catalogue.ts';
import { startServer } from '../fixture/open-fixture.ts';
import { registryOfSize } from '../growth/registry-of-size.ts';
import { latencyOf } from '../load/latency-of.ts';
import { median } from '../report/median.ts';
import { knownItems } from './known-items.ts';

const readsPerSecond = 100;
const wordsMax = limits.searchWordsMax;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    /** For each second; 0 for one search after the other, as fast as they are answered. */
    searches: { type: 'string', default: '20' },
  },
});
const [catalogue] = positionals;
if (catalogue === undefined) throw new Error('Write the path of a catalogue.');
const [rounds, seconds, searchesPerSecond] = [values.rounds, values.seconds, values.searches].map(Number);
const entries = await readCatalogue(catalogue);
const reads = entries.map(({ id }) => `/nodes/${encodeURIComponent(id)}`);
const searches = knownItems(entries)
  .map(({ query }) => query)
  // The API refuses queries of more words.
  .filter((query) => query.split(/\s+/u).length <= wordsMax)
  .map((query) => `/nodes/search?search=${encodeURIComponent(query)}`);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const agent = new Agent({ keepAlive: true });
const statusOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
const read = async (url: string): Promise<void> => {
  const status = await statusOf(url);
  if (status !== 200) throw new Error(`${url} answered ${status}`);
};

/** Sends at a fixed rate, whatever the answers take, and resolves to how long each took from when it was due. */
const send = async (url: string, paths: readonly string[], perSecond: number): Promise<number[]> => {
  const latencies: number[] = [];
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  const count = (seconds ?? 0) * perSecond;
  for (let index = 0; index < count; index += 1) {
    const dueAt = begun + (index * 1_000) / perSecond;
    if (dueAt > performance.now()) await wait(dueAt - performance.now());
    const path = paths[Math.floor(Math.random() * paths.length)] ?? '';
    // A timer is up to a millisecond late by itself.
    const from = Math.max(dueAt, performance.now() - 1);
    sent.push(read(url + path).then(() => void latencies.push(performance.now() - from)));
  }
  await Promise.all(sent);
  return latencies;
};

const sendInTurn = async (url: string): Promise<number[]> => {
  const latencies: number[] = [];
  const end = performance.now() + (seconds ?? 0) * 1_000;
  for (let begun = 0; (begun = performance.now()) < end;) {
    await read(url + (searches[latencies.length % searches.length] ?? ''));
    latencies.push(performance.now() - begun);
  }
  return latencies;
};

const folder = await registryOfSize(catalogue, 1);
for (const [name, environment] of [
  ['kept', {}],
  ['cold', { CACHE_BYTES: '0' }],
] as const) {
  const begun = performance.now();
  await using server = await startServer({ DATA_DIR: folder, ...environment }, 'any');
  const url = `http://127.0.0.1:${server.port}`;
  const listens = performance.now() - begun;
  while ((await statusOf(`${url}/nodes/search?search=image`)) !== 200) await wait(20);
  const whole = performance.now() - begun;
  print(`${name}: listens after ${listens.toFixed(0)} ms, searches whole after ${whole.toFixed(0)} ms`);
  // So that documents are rendered, code is compiled, and what is kept is there.
  for (const path of reads) await read(url + path);
  for (const path of searches.slice(0, 300)) await read(url + path);
  const alone: number[][] = [];
  const beside: number[][] = [];
  const answered: number[] = [];
  for (let round = 0; round < (rounds ?? 0); round += 1) {
    alone.push(await send(url, reads, readsPerSecond));
    const searching = searchesPerSecond ? send(url, searches, searchesPerSecond) : sendInTurn(url);
    const [withSearches, ofSearches] = await Promise.all([send(url, reads, readsPerSecond), searching]);
    beside.push(withSearches);
    answered.push(...ofSearches);
  }
  for (const share of ['p50', 'p99'] as const) {
    const [without, withSearches] = [alone, beside].map((all) =>
      median(all.map((one) => latencyOf(one)[share])),
    );
    print(
      `| ${name} | ${share} | ${without?.toFixed(2)} ms | ${withSearches?.toFixed(2)} ms | × ${((withSearches ?? 0) / (without ?? 1)).toFixed(2)} |`,
    );
  }
  const { p50, p99 } = latencyOf(answered);
  print(`| searches | ${answered.length} | p50 ${p50.toFixed(1)} ms | p99 ${p99.toFixed(1)} ms |`);
}
agent.destroy();
