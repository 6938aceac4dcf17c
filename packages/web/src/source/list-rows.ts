import type { PackedFile } from './packed-file.ts';
import { sourceBounds } from './source-bounds.ts';

/** A row of the list of files: a folder, which ends in a slash, or a file. */
export interface FileRow {
  path: string;
  name: string;
  depth: number;
  /** Of a file. */
  size?: number;
}

/** In a package with as few files, every folder is open. */
const fewFiles = 200;

/**
 * The files of a package as rows, those of a folder below it, with the folders open that lead to `chosen`; at most as
 * many as a page shows.
 */
export const listRows = (
  files: readonly PackedFile[],
  chosen: string,
): { rows: FileRow[]; isCut: boolean } => {
  const rows: FileRow[] = [];
  const seen = new Set<string>();
  const isOpen = (folder: string): boolean => files.length <= fewFiles || chosen.startsWith(folder);
  for (const { path, size } of files) {
    const parts = path.split('/');
    const name = parts.pop() ?? path;
    let folder = '';
    let isReached = true;
    for (const [depth, part] of parts.entries()) {
      folder += `${part}/`;
      if (!seen.has(folder)) rows.push({ path: folder, name: `${part}/`, depth });
      seen.add(folder);
      isReached = isOpen(folder);
      if (!isReached) break;
    }
    if (isReached) rows.push({ path, name, depth: parts.length, size });
    if (rows.length > sourceBounds.listedMax)
      return { rows: rows.slice(0, sourceBounds.listedMax), isCut: true };
  }
  return { rows, isCut: false };
};
