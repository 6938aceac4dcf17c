import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedBlob } from './blob-store.ts';
import { ifUnreadable } from './if-unreadable.ts';

/** What file systems of Linux have at their root, for root alone. */
const lostAndFound = 'lost+found';

/**
 * The packages below `root`, folder by folder, by name, from behind the key `after`. Hidden files are none. A folder
 * that cannot be read is listed as if it were a file.
 */
export const listDisk = async function* (root: string, after: string): AsyncGenerator<ListedBlob> {
  const entries = (await readEntries(root)).filter(({ name }) => name !== lostAndFound);
  yield* listEntries(root, '', entries, after === '' ? [] : after.split('/'));
};

const listEntries = async function* (
  root: string,
  prefix: string,
  entries: readonly Dirent[],
  [first = '', ...rest]: readonly string[],
): AsyncGenerator<ListedBlob> {
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('.') || name < first) continue;
    const key = prefix + name;
    const inside = entry.isDirectory()
      ? await readEntries(join(root, key)).catch(ifUnreadable(() => undefined))
      : undefined;
    if (inside !== undefined) {
      yield* listEntries(root, `${key}/`, inside, name === first ? rest : []);
    } else if (name !== first || rest.length > 0) {
      // A file that disappears while we look was removed.
      const found = await stat(join(root, key)).catch(() => undefined);
      if (found !== undefined) yield { key, storedAt: found.mtime };
    }
  }
};

/** By name. */
const readEntries = async (folder: string): Promise<Dirent[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
};
