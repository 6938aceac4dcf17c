import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { publisherIdPattern, reservedPublisherIds } from '@patchbay/contract';
import { UsageError } from '../exit-on-failure.ts';

/** One node of a catalogue file. */
export interface CatalogueEntry {
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

/** Reads a catalogue: JSON lines. Throws UsageError, with the line's number, for one that is no entry. */
export const readCatalogue = async (path: string): Promise<CatalogueEntry[]> => {
  const entries: CatalogueEntry[] = [];
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') continue;
    const entry = parse(text);
    if (entry === undefined) throw new UsageError(`Line ${line} of ${path} is not an entry of a catalogue.`);
    entries.push(entry);
  }
  return entries;
};

const parse = (text: string): CatalogueEntry | undefined => {
  try {
    const value = JSON.parse(text) as CatalogueEntry;
    const isEntry =
      texts.every((key) => typeof value[key] === 'string') &&
      lists.every((key) => Array.isArray(value[key])) &&
      Number.isInteger(value.github_stars);
    return isEntry ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The publisher of an entry as an id we allow: names of accounts elsewhere may begin with a digit. */
export const publisherIdOf = ({ publisher }: CatalogueEntry): string => {
  const plain = publisher.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-');
  const isFine = new RegExp(publisherIdPattern).test(plain) && !reservedPublisherIds.includes(plain);
  return isFine ? plain : `p-${plain}`.slice(0, 63);
};
