import { inflate } from '../inflate.ts';
import { ZipError } from './zip-error.ts';

interface Entry {
  readonly method: number;
  readonly packedBytes: number;
  readonly headerAt: number;
}

const endBytesMax = 65_557;
const directoryBytesMax = 16 * 1024 ** 2;
const textBytesMax = 1024 ** 2;

/**
 * Reads texts of a zip by their paths, in a browser as on the server: the end of the file, its directory, and the
 * texts alone. The registry is the judge of the zip; this only looks. Throws a ZipError.
 */
export const openZip = async (zip: Blob): Promise<(path: string) => Promise<string | undefined>> => {
  const entries = await readDirectory(zip);
  return async (path) => {
    const entry = entries.get(path);
    return entry && (await readText(zip, path, entry));
  };
};

const viewOf = async (zip: Blob, start: number, end: number): Promise<DataView> =>
  new DataView(await zip.slice(start, end).arrayBuffer());

const readDirectory = async (zip: Blob): Promise<ReadonlyMap<string, Entry>> => {
  const tail = await viewOf(zip, Math.max(0, zip.size - endBytesMax), zip.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new ZipError('This file is not a zip, or it is not whole. Choose the zip of a package.');
  const bytes = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (bytes > directoryBytesMax || start + bytes > zip.size) {
    throw new ZipError('The directory of this zip is broken or too large. Pack the package again.');
  }
  return entriesOf(await viewOf(zip, start, start + bytes));
};

const entriesOf = (directory: DataView): ReadonlyMap<string, Entry> => {
  const entries = new Map<string, Entry>();
  const utf8 = new TextDecoder();
  let at = 0;
  while (at + 46 <= directory.byteLength && directory.getUint32(at, true) === 0x02014b50) {
    const nameBytes = directory.getUint16(at + 28, true);
    const nameAt = at + 46;
    const next = nameAt + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    if (next > directory.byteLength) break;
    entries.set(utf8.decode(new Uint8Array(directory.buffer, nameAt, nameBytes)), {
      method: directory.getUint16(at + 10, true),
      packedBytes: directory.getUint32(at + 20, true),
      headerAt: directory.getUint32(at + 42, true),
    });
    at = next;
  }
  return entries;
};

const readText = async (
  zip: Blob,
  path: string,
  { method, packedBytes, headerAt }: Entry,
): Promise<string> => {
  const header = await viewOf(zip, headerAt, headerAt + 30);
  if (packedBytes > textBytesMax) throw tooLarge(path);
  if (header.byteLength < 30 || (method !== 0 && method !== 8)) throw unreadable(path);
  const start = headerAt + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = zip.slice(start, start + packedBytes);
  if (method === 0) return new TextDecoder().decode(await packed.arrayBuffer());
  const text = await inflate(packed, textBytesMax).catch(() => {
    throw unreadable(path);
  });
  if (text === undefined) throw tooLarge(path);
  return new TextDecoder().decode(text);
};

const tooLarge = (path: string): ZipError =>
  new ZipError(`${path} is larger than 1 MiB. Keep only metadata in it.`);

const unreadable = (path: string): ZipError =>
  new ZipError(`${path} cannot be read from this zip. Pack the package again.`);
