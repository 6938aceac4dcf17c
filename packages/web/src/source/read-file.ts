import { fetchRange } from './fetch-range.ts';
import type { PackedFile } from './packed-file.ts';
import { unpackFile } from './unpack-file.ts';

/** The content of one file of a package, verified. Throws a SourceError. */
export const readFile = async (packageUrl: string, file: PackedFile): Promise<Uint8Array<ArrayBuffer>> => {
  const { offset, packed_size: packedSize } = file;
  const packed =
    packedSize === 0 ? new Uint8Array() : await fetchRange(packageUrl, offset, offset + packedSize);
  return unpackFile(packed, file);
};
