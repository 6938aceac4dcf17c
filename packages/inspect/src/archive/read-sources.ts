import type { Archive } from './read-archive.ts';

/** Python, and the data that some packages load their definitions from. */
const isRead = /\.(py|json|csv|tsv|toml|ya?ml|txt)$/i;

const fileBytesMax = 2 * 2 ** 20;
const totalBytesMax = 64 * 2 ** 20;

/**
 * Every file of a package by its path, so that its folders can be listed as the package would list them; the text
 * of those that definitions can depend on, and undefined for the others, for larger ones, and for what comes after
 * the first 64 MiB.
 */
export const readSources = async (archive: Archive): Promise<Map<string, string | undefined>> => {
  const texts = new Map<string, string | undefined>();
  const decoder = new TextDecoder();
  let total = 0;
  for (const { name, isDirectory, unpackedBytes } of archive.entries.values()) {
    if (isDirectory) continue;
    const isWanted =
      isRead.test(name) && unpackedBytes <= fileBytesMax && total + unpackedBytes <= totalBytesMax;
    if (isWanted) total += unpackedBytes;
    texts.set(name, isWanted ? decoder.decode(await archive.read(name, fileBytesMax)) : undefined);
  }
  return texts;
};
