import { type KeyObject, createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../context.ts';
import { makeFolder, sharedModes } from '../private-files.ts';
import { presentAppNode, presentNode, presentVersion } from '../documents/present.ts';
import { OperatorError } from '../operator-error.ts';
import { packageKey } from '../packages/blobs/blob-store.ts';
import { findVersionsOfNode } from '../store/listing/version-lists.ts';
import { findDefinitions } from '../store/rows/app-nodes.ts';
import { type NodeCard, findNodeCards } from '../store/rows/node-cards.ts';
import { findReplicatedVersion } from '../store/rows/replicas.ts';
import type { ShownVersion } from '../store/rows/versions.ts';
import { type Piece, readManifest, setFiles, temporary, writeManifest } from './set-manifest.ts';
import { SourceError, publicStatuses } from './source.ts';

type Writing = Pick<Context, 'store' | 'blobs' | 'publicUrl' | 'now'>;

export interface WrittenSet {
  nodes: number;
  versions: number;
  packages: number;
  /** Active versions whose package is not here. */
  withoutPackage: number;
}

const nodesAtOnce = 100;
const versionsAtOnce = 1_000;
/** After so many lines or bytes a piece of the catalogue ends: it is read into memory. */
const pieceMax = { lines: 100, bytes: 2 ** 20 };

/**
 * Writes what the public sees of this registry to a folder: the nodes as lines of JSON, and with `withPackages` the
 * packages by digest, each compared with its row. A folder that has a set gets what is new and loses what is gone; its
 * manifest is written last, so that a set that is not whole has the one before, or none. With a key, the set is signed.
 */
export const writeSet = async (
  context: Writing,
  folder: string,
  { withPackages, source, key }: { withPackages: boolean; source: string; key?: KeyObject | undefined },
): Promise<WrittenSet> => {
  const packages = join(folder, setFiles.packages);
  makeFolder(packages, sharedModes.folder);
  const written: WrittenSet = { nodes: 0, versions: 0, packages: 0, withoutPackage: 0 };
  const kept = new Set<string>();
  const lines = async function* (): AsyncGenerator<string> {
    for await (const card of listedNodes(context)) {
      const versions: object[] = [];
      for await (const version of versionsOf(context, card)) {
        versions.push(await describe(context, card, version));
        written.versions += 1;
        if (!withPackages || version.status !== 'NodeVersionStatusActive') continue;
        const sha256 = await copyPackage(context, packages, card, version);
        if (sha256 === undefined) written.withoutPackage += 1;
        else kept.add(`${sha256}.zip`);
      }
      const view = { publicUrl: context.publicUrl(), inside: false, withTranslations: true };
      written.nodes += 1;
      yield `${JSON.stringify({ node: presentNode(card, view), versions })}\n`;
    }
  };
  const pieces: Piece[] = [];
  await writeWhole(join(folder, setFiles.catalogue), (file) =>
    pipeline(lines, (all: AsyncIterable<string>) => notePieces(all, pieces), file),
  );
  const { nodes } = written;
  const manifest = { source, written_at: await timeOf(context, folder), nodes, catalogue: pieces };
  await writeManifest(folder, manifest, key);
  for (const name of withPackages ? await readdir(packages) : []) {
    if (!kept.has(name) && /^[\da-f]{64}\.zip(?:\.part)?$/.test(name)) await rm(join(packages, name));
  }
  return { ...written, packages: kept.size };
};

/** Now, or just after the time of the set that the folder has, if a clock was set back: readers take no earlier one. */
const timeOf = async ({ now }: Writing, folder: string): Promise<string> => {
  const before = await readManifest(folder, undefined).catch((error: unknown) => {
    if (error instanceof SourceError) return undefined;
    throw error;
  });
  const earliest = before === undefined ? 0 : Date.parse(before.written_at) + 1;
  return new Date(Math.max(now().getTime(), earliest)).toISOString();
};

/** Hands lines on, and notes the pieces that they make. */
const notePieces = async function* (lines: AsyncIterable<string>, pieces: Piece[]): AsyncGenerator<Buffer> {
  let [count, bytes, hash] = [0, 0, createHash('sha256')];
  const end = (): void => {
    pieces.push({ bytes, sha256: hash.digest('hex') });
    [count, bytes, hash] = [0, 0, createHash('sha256')];
  };
  for await (const line of lines) {
    const written = Buffer.from(line);
    hash.update(written);
    count += 1;
    bytes += written.length;
    yield written;
    if (count === pieceMax.lines || bytes >= pieceMax.bytes) end();
  }
  if (count > 0) end();
};

const listedNodes = async function* ({ store: { read } }: Writing): AsyncGenerator<NodeCard> {
  for (let last = 0; ;) {
    const rows = await read
      .selectFrom('nodes')
      .select(['key', 'ordinal'])
      .where('listed', '=', 1)
      .where('ordinal', '>', last)
      .orderBy('ordinal')
      .limit(nodesAtOnce)
      .execute();
    const cards = await findNodeCards(
      read,
      rows.map(({ key }) => key),
    );
    yield* cards;
    if (rows.length < nodesAtOnce) return;
    last = rows.at(-1)?.ordinal ?? last;
  }
};

const versionsOf = async function* ({ store }: Writing, { node }: NodeCard): AsyncGenerator<ShownVersion> {
  for (let page = 1; ; page += 1) {
    const asked = { page, limit: versionsAtOnce, offset: (page - 1) * versionsAtOnce };
    const { items } = await findVersionsOfNode(
      store.read,
      node.key,
      { statuses: publicStatuses, withUploads: false },
      asked,
    );
    yield* items;
    if (items.length === 0) return;
  }
};

/** Its document, with its app-nodes and without an address that only this server has. */
const describe = async (
  { store, publicUrl }: Writing,
  { node }: NodeCard,
  version: ShownVersion,
): Promise<object> => {
  const { downloadUrl: _address, ...document } = presentVersion(version, {
    node,
    publicUrl: publicUrl(),
    inside: false,
  });
  if (version.status !== 'NodeVersionStatusActive') return document;
  const definitions = await findDefinitions(store.read, version.id);
  const app_nodes = [...definitions]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, definition]) => presentAppNode({ versionId: version.id, name, definition }));
  return { ...document, app_nodes };
};

/** Returns the digest of the package, which is in the folder from then on; undefined if it is not here. */
const copyPackage = async (
  { store, blobs }: Writing,
  folder: string,
  { node }: NodeCard,
  { id, package: stored }: ShownVersion,
): Promise<string | undefined> => {
  const mark = await findReplicatedVersion(store.read, id);
  if (stored === undefined || mark?.fetched_at === null) return undefined;
  const { sha256, bytes } = stored;
  const path = join(folder, `${sha256}.zip`);
  if ((await stat(path).catch(() => undefined))?.size === bytes) return sha256;
  const hash = createHash('sha256');
  await writeWhole(path, async (file) => {
    await pipeline(
      await blobs.open(packageKey(node, id, sha256)),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      file,
    );
    if (hash.digest('hex') === sha256) return;
    throw new OperatorError(
      `the package of ${node.id} in the store does not have the digest ${sha256}; run the doctor`,
    );
  });
  return sha256;
};

/** Writes a file next to its place, flushes it and moves it there. */
const writeWhole = async (
  path: string,
  write: (file: ReturnType<typeof createWriteStream>) => Promise<void>,
): Promise<void> => {
  const part = path + temporary;
  try {
    await write(createWriteStream(part));
    await using file = await open(part);
    await file.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await rename(part, path);
};
