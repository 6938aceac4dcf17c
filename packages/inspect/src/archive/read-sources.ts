import { decodeDeclaredText, decodeText } from '../text/decode-text.ts';
import type { Archive } from './read-archive.ts';

/** Python, and data files from which some packages load their definitions. */
const isRead = /\.(py|json|csv|tsv|toml|ya?ml|txt|ini|cfg)$/i;

const fileBytesMax = 2 * 2 ** 20;
const totalBytesMax = 64 * 2 ** 20;

/**
 * Every file of a package by path, so that its folders can be listed as the package would list them. The value is the
 * text if definitions can depend on the file. It is undefined for all other files, for larger ones, and for those after
 * the first 64 MiB.
 */
export const readSources = async (archive: Archive): Promise<Map<string, string | undefined>> => {
  const texts = new Map<string, string | undefined>();
  let total = 0;
  for (const { name, isDirectory, unpackedBytes } of archive.entries.values()) {
    if (isDirectory) continue;
    const isWanted =
      isRead.test(name) && unpackedBytes <= fileBytesMax && total + unpackedBytes <= totalBytesMax;
    if (isWanted) total += unpackedBytes;
    texts.set(name, isWanted ? decode(name, await archive.read(name, fileBytesMax)) : undefined);
  }
  return texts;
};

/**
 * In a source that Python cannot decode, a zero character stands for what first keeps it from that: no source may hold
 * one.
 */
const decode = (name: string, bytes: Uint8Array): string => {
  if (!/\.py$/i.test(name)) return decodeText(bytes).text;
  const { text, fault } = decodeDeclaredText(bytes);
  if (fault === undefined) return text;
  const isShown = text.includes('\ufffd') ? /\ufffd/ : /[^\0-\x7f]/;
  return isShown.test(text) ? text.replace(isShown, '\0') : `\0${text}`;
};
