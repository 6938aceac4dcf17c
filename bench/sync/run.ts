/**
 * What it costs a host to have the catalogue: requests, bytes and seconds of a first sync, of one with nothing new, and
 * of one after 1, 10 and 100 changes, by `/catalogue`, by the feed of changes and by the crawl of all pages.
 *
 *   CATALOGUE=<catalogue.jsonl> node bench/sync/run.ts [copies…]      copies: 1 unless given
 *
 * Every size gets a server of its own in this process, asked over HTTP. Bytes are those of bodies as they are sent,
 * compressed. The last lines are how much the memory of the process grew while a snapshot was written and sent, and while
 * the feed was read from its beginning to its end.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { limits } from '@patchbay/contract';
import { pino } from 'pino';
import { readConfig } from '../../packages/server/src/config.ts';
import { type Server, createServer } from '../../packages/server/src/server.ts';
import { registryOfSize } from '../growth/registry-of-size.ts';

const catalogue = process.env['CATALOGUE'];
const sizes = process.argv.slice(2).map(Number);
/** What the host's own manager crawls with. */
const pageSize = 30;
const sampleMs = 20;
const mebibyte = 2 ** 20;

interface Cost {
  requests: number;
  bytes: number;
  seconds: number;
  /** Until the answer begins, where there is one. */
  begins?: number;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const ask = async (url: string, coding: string): Promise<IncomingMessage> => {
  const sent = request(url, { headers: { 'accept-encoding': coding } });
  sent.end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
  return reply;
};

/** The bytes of a body, which nobody keeps, and the seconds until its head. */
const readBody = async (url: string, coding: string): Promise<{ bytes: number; begins: number }> => {
  const sent = performance.now();
  const reply = await ask(url, coding);
  const begins = (performance.now() - sent) / 1_000;
  let bytes = 0;
  for await (const chunk of reply) bytes += (chunk as Buffer).length;
  return { bytes, begins };
};

const timed = async (work: () => Promise<Omit<Cost, 'seconds'>>): Promise<Cost> => {
  const begun = performance.now();
  const cost = await work();
  return { ...cost, seconds: (performance.now() - begun) / 1_000 };
};

const byCatalogue = (url: string, coding: string, since = '') =>
  timed(async () => ({
    requests: 1,
    ...(await readBody(`${url}/catalogue${since === '' ? '' : `?since=${since}`}`, coding)),
  }));

const byCrawl = (url: string, coding: string) =>
  timed(async () => {
    const { totalPages } = (await (await fetch(`${url}/nodes?limit=${pageSize}`)).json()) as {
      totalPages: number;
    };
    let bytes = 0;
    for (let page = 1; page <= totalPages; page += 1) {
      const read = await readBody(`${url}/nodes?limit=${pageSize}&page=${page}`, coding);
      bytes += read.bytes;
    }
    return { requests: totalPages, bytes };
  });

/** The feed from its beginning to its end, in answers as large as they may be. */
const byFeed = (url: string) =>
  timed(async () => {
    const cost = { requests: 0, bytes: 0 };
    for (let since = '0', isOver = false; !isOver;) {
      const reply = await ask(`${url}/changes?limit=${limits.changesPageSizeMax}&since=${since}`, 'gzip');
      const body = await buffer(reply);
      cost.requests += 1;
      cost.bytes += body.length;
      const json = reply.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      const { next, more } = JSON.parse(json.toString()) as { next: string; more: boolean };
      [since, isOver] = [next, !more];
    }
    return cost;
  });

/** Edits so many nodes, as their publishers would. */
const change = async ({ context: { store } }: Server, count: number): Promise<void> => {
  const nodes = await store.read.selectFrom('nodes').select(['key', 'metadata_json']).limit(count).execute();
  for (const { key, metadata_json: json } of nodes) {
    await store.write({ actor: 'server' }, async (tx) => {
      const before = JSON.parse(json) as { description?: string };
      const after = { ...before, description: `Edited at ${performance.now()}.` };
      await tx.db
        .updateTable('nodes')
        .set({ metadata_json: JSON.stringify(after) })
        .where('key', '=', key)
        .execute();
      await tx.append({
        kind: 'node.updated',
        about: { key },
        before: { description: before.description },
        after: { description: after.description },
      });
    });
  }
};

const row = (name: string, { requests, bytes, begins, seconds }: Cost): void =>
  print(`| ${name} | ${requests} | ${bytes} | ${begins?.toFixed(3) ?? ''} | ${seconds.toFixed(3)} |`);

const measure = async (folder: string, copies: number): Promise<void> => {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, RATE_LIMITS: 'off' });
  const server = await createServer(config, pino({ level: 'silent' }));
  try {
    const url = await server.listen();
    await waitForDocuments(server);
    print(
      `\n${copies} × the catalogue\n\n| Sync | requests | bytes | begins | seconds |\n|---|---|---|---|---|`,
    );
    for (const coding of ['zstd', 'br', 'gzip']) {
      row(`first, ${coding}, written for it`, await byCatalogue(url, coding));
      row(`first, ${coding}`, await byCatalogue(url, coding));
    }
    const crawl = await byCrawl(url, 'gzip');
    row('first, crawl', crawl);
    const [feedCost, feedGrowth] = await growthOf(() => byFeed(url));
    row('first, all of /changes', feedCost);
    const { feed } = server.context.catalogue;
    row('nothing new', await byCatalogue(url, 'zstd', await feed.end()));
    for (const count of [1, 10, 100]) {
      const since = await feed.end();
      await change(server, count);
      row(`${count} changes`, await byCatalogue(url, 'zstd', since));
    }
    row('after any change, crawl', await byCrawl(url, 'gzip'));
    await change(server, 1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const [, growth] = await growthOf(() => byCatalogue(url, 'identity'));
    print(`\nMemory grew by ${growth} MiB while a snapshot was written and sent.`);
    print(`It grew by ${feedGrowth} MiB while all of /changes was read.`);
  } finally {
    await server.close();
  }
};

/** How much the memory of this process grew meanwhile, in MiB. */
const growthOf = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), sampleMs);
  try {
    const done = await work();
    return [done, Math.round((peak - before) / mebibyte)];
  } finally {
    clearInterval(sampling);
  }
};

/** The first start after an import renders all documents. */
const waitForDocuments = async ({ context: { store } }: Server): Promise<void> => {
  for (let last = -1; ;) {
    const { count } = await store.read
      .selectFrom('documents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count === last) return;
    last = count;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
};

if (catalogue === undefined) throw new Error('Set CATALOGUE to the path of a catalogue.jsonl.');
for (const copies of sizes.length === 0 ? [1] : sizes) {
  await measure(await registryOfSize(catalogue, copies), copies);
}
