import { createHash } from 'node:crypto';

/** The files in an order that follows from the seed. */
export const shuffleFiles = (files: readonly string[], seed: string): string[] => {
  const rankOf = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const ranks = new Map(files.map((file) => [file, rankOf(file)]));
  return files.toSorted((one, other) => ((ranks.get(one) ?? '') < (ranks.get(other) ?? '') ? -1 : 1));
};
