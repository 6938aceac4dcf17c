import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedBlob } from './blob-store.ts';

/** The packages below `root`, folder by folder, by name, from behind the key `after`. Hidden files are none. */
export const listDisk = (root: string, after: string): AsyncGenerator<ListedBlob> =>
  listFolder(root, '', after === '' ? [] : after.split('/'));

const listFolder = async function* (
  root: string,
  prefix: string,
  [first = '', ...rest]: readonly string[],
): AsyncGenerator<ListedBlob> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true });
  const byName = entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of byName) {
    const { name } = entry;
    if (name.startsWith('.') || name < first) continue;
    const key = prefix + name;
    if (entry.isDirectory()) {
      yield* listFolder(root, `${key}/`, name === first ? rest : []);
    } else if (name !== first || rest.length > 0) {
      // A file that disappears while we look was removed.
      const found = await stat(join(root, key)).catch(() => undefined);
      if (found !== undefined) yield { key, storedAt: found.mtime };
    }
  }
};
