/**
 * Whether a search finds what people look for, and how long it takes: queries for known nodes of a catalogue, in an
 * index of the catalogue and of ten times as many nodes. Times are those of the processor, so that other work on the
 * machine changes them little.
 *
 *   node --expose-gc bench/search/run.ts <catalogue.jsonl>
 *
 * It exits with 1 if too few of the nodes come first.
 */
import { readCatalogue, type ListingRow } from '../../packages/server/src/commands/import/catalogue.ts';
import type { NodeSource, SearchResult } from '../../packages/server/src/search/index/messages.ts';
import { NodeIndex } from '../../packages/server/src/search/index/node-index.ts';
import { toIndexedNode } from '../../packages/server/src/search/index/to-indexed-node.ts';
import { type KnownItem, knownItems } from './known-items.ts';
import { topicsOf, worthOf } from './topics.ts';

const resultsMax = 10;
const copies = 10;
/** Of all queries that mean a node as it is written, of those with a typo, of all kinds, and of words of topics. */
const expected = { exact: 0.97, typo: 0.9, reciprocalRank: 0.9, topics: 0.75 } as const;

const toSource = (entry: ListingRow, copy: number): NodeSource => {
  const suffix = copy === 0 ? '' : `-${copy}`;
  const { id, name, author, description, repository, tags, github_stars: stars } = entry;
  return {
    key: `${id}${suffix}`.toLowerCase(),
    id: `${id}${suffix}`,
    metadataJson: JSON.stringify({ name: `${name}${suffix}`, author, description, tags }),
    moderationJson: JSON.stringify({ github_stars: stars ?? 0 }),
    publisherId: entry.publisher,
    profileJson: '{}',
    repository: repository ?? '',
    systems: '',
    accelerators: '',
    appVersions: '',
    isListed: true,
    isInstallable: true,
    updatedAt: '',
    ordinal: copy * 100_000,
    downloads: 0,
    appNodes: entry.app_node_names.map((name) => ({ name, definitionJson: null })),
  };
};

const heapMegabytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

const indexOf = (entries: readonly ListingRow[], copies: number): NodeIndex => {
  const index = new NodeIndex();
  for (let copy = 0; copy < copies; copy += 1) {
    for (const entry of entries)
      index.put(toIndexedNode(toSource(entry, copy), { textChars: 4_000, appNodeChars: 16_000 }));
  }
  return index;
};

const search = (index: NodeIndex, query: string): SearchResult =>
  index.search(
    {
      anywhere: query,
      appNodes: '',
      typos: true,
      filter: {},
      offset: 0,
      limit: resultsMax,
      facetValues: 0,
      withReasons: false,
      withNumbers: false,
    },
    Infinity,
  );

interface Score {
  first: boolean;
  reciprocalRank: number;
  ms: number;
}

/** The time that the processor spent in this thread since then, in milliseconds. */
const spentSince = (begun: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
};

const scoreOf = (index: NodeIndex, { query, ids }: KnownItem): Score => {
  const begun = process.threadCpuUsage();
  const { hits } = search(index, query);
  const ms = spentSince(begun);
  const place = hits.findIndex(({ id }) => ids.has(id));
  return { first: place === 0, reciprocalRank: place === -1 ? 0 : 1 / (place + 1), ms };
};

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(share * (numbers.length - 1))] ?? 0;
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const [catalogue, verbose] = process.argv.slice(2);
if (catalogue === undefined) throw new Error('Write the path of a catalogue.');
const entries = await readCatalogue(catalogue);
const items = knownItems(entries);
print(`${items.length} queries for ${entries.length} nodes\n`);
for (const times of [1, copies]) {
  const before = heapMegabytes();
  const begun = process.threadCpuUsage();
  const index = indexOf(entries, times);
  const seconds = spentSince(begun) / 1_000;
  const { nodes, words } = index.size;
  const megabytes = heapMegabytes() - before;
  for (const item of items.slice(0, 300)) scoreOf(index, item);
  const scored = items.map((item) => ({ item, ...scoreOf(index, item) }));
  print(`${nodes} nodes, ${words} words, built in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);
  print('| Queries | | first | mean reciprocal rank | median | p99 |\n|---|---|---|---|---|---|');
  const row = (name: string, some: typeof scored): void => {
    const ms = some.map((one) => one.ms);
    const firsts = mean(some.map(({ first }) => Number(first)));
    const ranks = mean(some.map(({ reciprocalRank }) => reciprocalRank));
    print(
      `| ${name} | ${some.length} | ${firsts.toFixed(3)} | ${ranks.toFixed(3)} | ${percentile(ms, 0.5).toFixed(2)} ms | ${percentile(ms, 0.99).toFixed(2)} ms |`,
    );
  };
  for (const [kind, some] of Map.groupBy(scored, ({ item }) => item.kind)) row(kind, some);
  row('all', scored);
  print('');
  if (times > 1) continue;
  for (const { item, first } of verbose === '--misses' ? scored : [])
    if (!first)
      print(
        `${item.kind}: "${item.query}" means ${[...item.ids].join(', ')}, found ${search(index, item.query)
          .hits.slice(0, 3)
          .map(({ id }) => id)
          .join(', ')}`,
      );
  const topics = topicsOf(entries);
  const worth = mean(
    topics.map((topic) =>
      worthOf(
        topic,
        search(index, topic.query).hits.map(({ id }) => id),
      ),
    ),
  );
  print(
    `${topics.length} words of topics: the first ten are worth ${worth.toFixed(2)} of what they could be\n`,
  );
  const firstsOf = (...kinds: readonly string[]): number =>
    mean(scored.filter(({ item }) => kinds.includes(item.kind)).map(({ first }) => Number(first)));
  const isGood =
    firstsOf('exact name', 'exact id') >= expected.exact &&
    firstsOf('one typo') >= expected.typo &&
    mean(scored.map(({ reciprocalRank }) => reciprocalRank)) >= expected.reciprocalRank &&
    worth >= expected.topics;
  if (!isGood) process.exitCode = 1;
}
