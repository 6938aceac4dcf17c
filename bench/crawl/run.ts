/**
 * How long a page takes from the first to the last, in a registry that holds a catalogue once and twenty times.
 *
 *   node bench/crawl/run.ts <catalogue.jsonl> [copies…]      copies: 1 20 unless given
 *
 * Every size gets a server of its own in this process, asked over HTTP as a crawler asks, with nothing kept between
 * requests.
 * Positions are measured in turns, many rounds over, and each cell is a ratio of medians: a first page against
 * that of `/nodes` at the first size, every other page against the first of its list.
 */
import { pino } from 'pino';
import { readConfig } from '../../packages/server/src/config.ts';
import { createServer } from '../../packages/server/src/server.ts';
import { registryOfSize } from '../growth/registry-of-size.ts';
import { median } from '../report/median.ts';

const rounds = 60;
const positions = [0, 0.25, 0.5, 0.75, 1];

const lists: Readonly<Record<string, string>> = {
  '/nodes': '/nodes?limit=30',
  '/versions': '/versions?limit=30',
  '/app-nodes': '/app-nodes?limit=30',
  '/nodes by downloads': '/nodes?limit=30&sort=downloads;desc',
};

const searches: Readonly<Record<string, string>> = {
  'one word': '/nodes/search?search=manager',
  'a part of a word that is everywhere': '/nodes/search?search=node',
  'three words': '/nodes/search?search=image+mask+tools',
  'an app-node': '/nodes/search?app_node_search=upscale',
  'two letters, which scan': '/nodes/search?search=xl',
  'nothing to be found': '/nodes/search?search=qqqqq',
};

const [catalogue, ...sizes] = process.argv.slice(2);

const measure = async (folder: string, copies: number): Promise<void> => {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    CACHE_BYTES: '0',
    RATE_LIMITS: 'off',
  });
  const server = await createServer(config, pino({ level: 'silent' }));
  try {
    const url = await server.listen();
    print(`\n${copies} × the catalogue\n`);
    print('| List | first page | at 25 % | 50 % | 75 % | last |\n|---|---|---|---|---|---|');
    for (const [name, address] of Object.entries(lists)) {
      const [first = 0, ...rest] = await timePages(url, address);
      unit ??= first;
      print(row([name, first / unit, ...rest.map((time) => time / first)]));
    }
    print('\n| Search | first page |\n|---|---|');
    for (const [name, address] of Object.entries(searches)) {
      const times = await timeEach([url + address]);
      print(row([name, (times[0] ?? 0) / (unit ?? 1)]));
    }
  } finally {
    await server.close();
  }
};

const timePages = async (url: string, address: string): Promise<number[]> => {
  const { totalPages } = (await (await fetch(url + address)).json()) as { totalPages: number };
  return timeEach(
    positions.map((share) => `${url}${address}&page=${Math.max(1, Math.round(share * (totalPages - 1)))}`),
  );
};

/** The median time of each URL, requested in turn. */
const timeEach = async (addresses: readonly string[]): Promise<number[]> => {
  const times = addresses.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, address] of addresses.entries()) {
      const start = performance.now();
      const reply = await fetch(address, { headers: { 'cache-control': 'no-cache' } });
      await reply.arrayBuffer();
      times[index]?.push(performance.now() - start);
      if (!reply.ok) throw new Error(`${address} answered ${reply.status}`);
    }
  }
  return times.map(median);
};

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)).join(' | ')} |`;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

if (catalogue === undefined)
  throw new Error('say which catalogue: node bench/crawl/run.ts <catalogue.jsonl>');

let unit: number | undefined;

for (const copies of sizes.length === 0 ? [1, 20] : sizes.map(Number)) {
  await measure(await registryOfSize(catalogue, copies), copies);
}
