import { readFile } from 'node:fs/promises';
import { publisherIdPattern, reservedPublisherIds } from '@patchbay/contract';
import { UsageError } from '../exit-on-failure.ts';

/** One node of a catalogue file. */
export interface ListingRow {
  id: string;
  name: string;
  publisher: string;
  author: string;
  description: string;
  repository: string;
  tags: readonly string[];
  github_stars: number;
  app_node_names: readonly string[];
}

const texts = ['id', 'name', 'publisher', 'author', 'description', 'repository'] as const;
const lists = ['tags', 'app_node_names'] as const;

/** Reads a catalogue in JSON Lines. Throws UsageError with the line number for an invalid entry. */
export const readCatalogue = async (path: string): Promise<ListingRow[]> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}.`);
  });
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const entry = parse(line);
      if (entry === undefined)
        throw new UsageError(`Line ${index + 1} of ${path} is not an entry of a catalogue.`);
      return [entry];
    });
};

const parse = (text: string): ListingRow | undefined => {
  try {
    const value = JSON.parse(text) as ListingRow;
    const isEntry =
      texts.every((key) => typeof value[key] === 'string') &&
      lists.every((key) => Array.isArray(value[key])) &&
      Number.isInteger(value.github_stars);
    return isEntry ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The publisher of an entry as a valid id: account names elsewhere may start with a digit. Letters of other alphabets
 * become their numbers, so that no two names are one publisher for them.
 */
export const publisherIdOf = ({ publisher }: ListingRow): string => {
  const plain = publisher
    .toLowerCase()
    .replaceAll(/[^\0-\x7F]/gu, (letter) => (letter.codePointAt(0) ?? 0).toString(16))
    .replaceAll(/[^a-z0-9-]/g, '-');
  const isFine = new RegExp(publisherIdPattern).test(plain) && !reservedPublisherIds.includes(plain);
  return isFine ? plain : `p-${plain}`.slice(0, 63);
};
