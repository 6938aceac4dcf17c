import type { PackedFile } from './packed-file.ts';

export interface FileComparison {
  added: PackedFile[];
  removed: PackedFile[];
  changed: { before: PackedFile; after: PackedFile }[];
  /** How many are the same in both. */
  same: number;
}

/** What differs between the files of two packages, by their digests: no content is read. */
export const compareFiles = (before: readonly PackedFile[], after: readonly PackedFile[]): FileComparison => {
  const old = new Map(before.map((file) => [file.path, file]));
  const comparison: FileComparison = { added: [], removed: [], changed: [], same: 0 };
  for (const file of after) {
    const other = old.get(file.path);
    old.delete(file.path);
    if (other === undefined) comparison.added.push(file);
    else if (other.sha256 === file.sha256) comparison.same += 1;
    else comparison.changed.push({ before: other, after: file });
  }
  comparison.removed = [...old.values()];
  return comparison;
};
