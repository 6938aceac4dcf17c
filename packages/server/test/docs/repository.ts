import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');

/** The absolute path of something in the repository. */
export const inRepository = (...path: string[]): string => join(root, ...path);

export const readDoc = (path: string): string => readFileSync(inRepository(path), 'utf8');

/** The part of a page from its heading `## title` to the next such heading. */
export const section = (page: string, title: string): string => {
  const found = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
  if (found === undefined) throw new Error(`there is no section "${title}"`);
  return found;
};

/** The lines of the one table of a text, without its head. */
export const tableLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
