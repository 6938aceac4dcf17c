import { type KeyObject, sign, verify } from 'node:crypto';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceError } from './source.ts';

/** The files of a set. */
export const setFiles = {
  /** What it is, as a `SetManifest`; written last. */
  manifest: 'set.json',
  /** The Ed25519 signature of the bytes of the manifest, if the set is signed: 64 bytes. */
  signature: 'set.json.sig',
  /** One line of JSON for each node: `{"node": …, "versions": [{…, "app_nodes": […]}]}`. */
  catalogue: 'catalogue.ndjson',
  /** `<sha256>.zip` for each package. */
  packages: 'packages',
} as const;

export const temporary = '.part';

/** Some whole lines of the catalogue. */
export interface Piece {
  bytes: number;
  /** In lower-case hexadecimal digits. */
  sha256: string;
}

/** Covers every file of a set: the catalogue by the digests of its pieces, and the packages by those in the catalogue. */
export interface SetManifest {
  /** Where the nodes come from: the URL of a registry. */
  source: string;
  /** In RFC 3339 in UTC with milliseconds, so that a later one is greater as text. */
  written_at: string;
  nodes: number;
  /** The catalogue from its beginning to its end. */
  catalogue: readonly Piece[];
}

const format = 2;
/** A hundred times the public catalogue has 4,150 pieces and a third of a MiB. */
const manifestBytesMax = 2 ** 26;
const pieceBytesMax = 2 ** 28;

/** Writes the manifest of a set, with its signature if there is a key, behind its other files. */
export const writeManifest = async (
  folder: string,
  manifest: SetManifest,
  key: KeyObject | undefined,
): Promise<void> => {
  const bytes = Buffer.from(`${JSON.stringify({ format, ...manifest })}\n`);
  const place = async (name: string, content: Buffer): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path + temporary, content, { flush: true });
    await rename(path + temporary, path);
  };
  // One of a set before would not fit.
  if (key === undefined) await rm(join(folder, setFiles.signature), { force: true });
  else await place(setFiles.signature, sign(null, bytes, key));
  await place(setFiles.manifest, bytes);
};

/** Reads the manifest of a set, and with a key verifies its signature. Throws SourceError. */
export const readManifest = async (folder: string, key: KeyObject | undefined): Promise<SetManifest> => {
  const path = join(folder, setFiles.manifest);
  const bytes = await readBounded(path, manifestBytesMax).catch((cause: unknown) => {
    throw new SourceError(`${path} cannot be read; write the set with mirror --to`, { cause });
  });
  if (key !== undefined) await requireSignature(folder, bytes, key);
  const manifest = parse(bytes.toString());
  if (manifest !== undefined) return manifest;
  throw new SourceError(
    `${path} is not of a set that this version of Patchbay reads; write it again with mirror --to`,
  );
};

const requireSignature = async (folder: string, manifest: Buffer, key: KeyObject): Promise<void> => {
  const path = join(folder, setFiles.signature);
  const signature = await readFile(path).catch((cause: unknown) => {
    throw new SourceError(`${path} cannot be read, so the set is not signed; write it with --sign-key`, {
      cause,
    });
  });
  if (verify(null, manifest, key, signature)) return;
  throw new SourceError(
    `${path} is no signature of ${setFiles.manifest} by the key to verify with: the set was changed, or signed with another key; copy it again`,
  );
};

const readBounded = async (path: string, bytesMax: number): Promise<Buffer> => {
  await using file = await open(path);
  const { size } = await file.stat();
  if (size > bytesMax) throw new Error(`it has more than ${bytesMax} bytes`);
  return await file.readFile();
};

/** Undefined if it is no manifest of this format. */
const parse = (text: string): SetManifest | undefined => {
  const { format: written, ...manifest } = (readJson(text) ?? {}) as Partial<SetManifest> & {
    format?: unknown;
  };
  const { source, written_at: writtenAt, nodes, catalogue } = manifest;
  const isManifest =
    written === format &&
    typeof source === 'string' &&
    typeof writtenAt === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(writtenAt) &&
    Number.isSafeInteger(nodes) &&
    Array.isArray(catalogue) &&
    catalogue.every(isPiece);
  return isManifest ? (manifest as SetManifest) : undefined;
};

const isPiece = (piece: unknown): piece is Piece => {
  const { bytes, sha256 } = (piece ?? {}) as Partial<Record<keyof Piece, unknown>>;
  return (
    Number.isSafeInteger(bytes) &&
    Number(bytes) > 0 &&
    Number(bytes) <= pieceBytesMax &&
    typeof sha256 === 'string' &&
    /^[\da-f]{64}$/.test(sha256)
  );
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
