import { decodeText } from './decode-text.ts';
import { fetchRange } from './fetch-range.ts';
import type { PackedFile } from './packed-file.ts';
import { unpackFile } from './unpack-file.ts';

/** Files of which one request fetches all. */
interface Stretch {
  start: number;
  end: number;
  files: PackedFile[];
}

/** What lies between two files and is fetched for nothing, rather than making another request. */
const gapBytesMax = 64 * 1024;
const stretchBytesMax = 8 * 1024 * 1024;

/** The texts of files by their paths, each verified; what is no text is left out. Throws a SourceError. */
export const readTexts = async (
  packageUrl: string,
  files: readonly PackedFile[],
): Promise<Map<string, string>> => {
  const texts = new Map<string, string>();
  for (const { start, end, files: near } of stretchesOf(files)) {
    const bytes = end === start ? new Uint8Array() : await fetchRange(packageUrl, start, end);
    for (const file of near) {
      const place = file.offset - start;
      const text = decodeText(await unpackFile(bytes.slice(place, place + file.packed_size), file));
      if (text !== undefined) texts.set(file.path, text);
    }
  }
  return texts;
};

const stretchesOf = (files: readonly PackedFile[]): Stretch[] => {
  const stretches: Stretch[] = [];
  for (const file of files.toSorted((one, other) => one.offset - other.offset)) {
    const { offset, packed_size: packedSize } = file;
    const last = stretches.at(-1);
    const end = offset + packedSize;
    if (last !== undefined && offset <= last.end + gapBytesMax && end - last.start <= stretchBytesMax) {
      last.end = Math.max(last.end, end);
      last.files.push(file);
    } else {
      stretches.push({ start: offset, end, files: [file] });
    }
  }
  return stretches;
};
