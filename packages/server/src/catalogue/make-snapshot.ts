// A thread that writes the catalogue of one moment to a file, so that no request waits while documents are read and
// compressed.
import { createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { Profile } from '@patchbay/contract';
import { CatalogueDocuments } from '../documents/catalogue-documents.ts';
import { privateModes } from '../private-files.ts';
import { openEngine } from '../store/engines/open-engine.ts';
import { findLastChange } from '../store/log/followed-changes.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import type { ReadConnection } from '../store/store.ts';
import type { Coding } from './codings.ts';
import { markOf, writePosition } from './position.ts';

/** What the thread is given. */
export interface SnapshotOrder {
  databaseUrl: string;
  profile: Profile;
  publicUrl: string;
  path: string;
  coding: Coding;
  withVersions: boolean;
}

/** What it says first, when the file is there and has nothing yet. */
export interface SnapshotBegun {
  position: string;
}

/** What it says once the file is written. */
export interface SnapshotMade {
  bytes: number;
}

const nodesAtOnce = 200;

/** Far better than their defaults for a few hundred milliseconds more; a snapshot is sent often. */
const compressors: Readonly<Record<Coding, () => Transform>> = {
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  br: () =>
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 22 },
    }),
  gzip: () => createGzip({ level: 6 }),
  identity: () => new PassThrough(),
};

const countListed = async (read: ReadConnection): Promise<number> => {
  const { count } = await read
    .selectFrom('nodes')
    .where('listed', '=', 1)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const countActive = async (read: ReadConnection): Promise<number> => {
  const { count } = await read
    .selectFrom('versions')
    .innerJoin('nodes', 'nodes.key', 'versions.node_key')
    .where('nodes.listed', '=', 1)
    .where('versions.status', '=', 'NodeVersionStatusActive')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const findPosition = async (read: ReadConnection, rendering: string): Promise<[number, string]> => {
  const last = await findLastChange(read);
  const seq = last?.seq ?? 0;
  return [seq, writePosition(seq, markOf(rendering, last))];
};

/** The lines of versions of a node, some at a time. */
const versionLines = async function* (
  read: ReadConnection,
  documents: CatalogueDocuments,
  nodeKey: string,
): AsyncGenerator<string> {
  let after = '';
  for (let more = true; more;) {
    const versions = await documents.activeVersions(read, { nodeKey, after, limit: nodesAtOnce });
    yield versions.map(({ json }) => `{"node_version":${json}}\n`).join('');
    after = versions.at(-1)?.id ?? '';
    more = versions.length === nodesAtOnce;
  }
};

const lines = async function* (
  read: ReadConnection,
  documents: CatalogueDocuments,
  head: object,
  withVersions: boolean,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ catalogue: head })}\n`;
  let after = '';
  for (let more = true; more;) {
    const nodes = await documents.listedNodes(read, { after, limit: nodesAtOnce });
    if (!withVersions) yield nodes.map(({ json }) => `{"node":${json}}\n`).join('');
    for (const { key, json } of withVersions ? nodes : []) {
      yield `{"node":${json}}\n`;
      yield* versionLines(read, documents, key);
    }
    after = nodeKey(nodes.at(-1)?.id ?? '');
    more = nodes.length === nodesAtOnce;
  }
};

/** Many short pieces, as bytes of a size that is worth a step of the compressor. */
const inPieces = async function* (texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceChars) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
};

const pieceChars = 128 * 1024;

const makeSnapshot = async (order: SnapshotOrder): Promise<SnapshotMade> => {
  const { databaseUrl, profile, publicUrl, path, coding, withVersions } = order;
  const engine = openEngine(databaseUrl, { connections: 1 });
  try {
    const documents = new CatalogueDocuments(engine, profile, () => publicUrl);
    return await engine.atOneMoment(async (moment) => {
      const [seq, position] = await findPosition(moment, documents.rendering);
      const head = {
        last_seq: seq,
        next: position,
        nodes: await countListed(moment),
        versions: withVersions ? await countActive(moment) : 0,
      };
      await writeFile(path, '', { mode: privateModes.file });
      say({ position });
      await pipeline(
        Readable.from(inPieces(lines(moment, documents, head, withVersions)), { objectMode: false }),
        compressors[coding](),
        // A server that starts after a crash sends it as it is, as long as the log has not gone on.
        createWriteStream(path, { flush: true }),
      );
      const { size: bytes } = await stat(path);
      return { bytes };
    });
  } finally {
    await engine.close();
  }
};

const say = (news: SnapshotBegun | SnapshotMade): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of threads, not a window
  parentPort?.postMessage(news);
};

say(await makeSnapshot(workerData as SnapshotOrder));
