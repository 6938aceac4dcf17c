import { readCatalogue } from '../../packages/server/src/commands/import/catalogue.ts';
import type { FilledEntry } from '../fixture/filled-entry.ts';

const meanVersions = 10;
const versionsMax = 200;

/**
 * The entries of a catalogue file. It does not contain the number of versions. As in real registries, most nodes get
 * few and a few get very many: an exponential distribution with a mean of ten.
 */
export const readFilledEntries = async (path: string): Promise<FilledEntry[]> => {
  const entries = await readCatalogue(path);
  return entries.map((entry, index) => {
    // The golden ratio spreads the quantiles evenly, and the same in every run.
    const quantile = (index * 0.618_033_988_749_895) % 1;
    const count = Math.min(versionsMax, 1 + Math.floor(-(meanVersions - 0.5) * Math.log(1 - quantile)));
    return { entry, versions: Array.from({ length: count }, versionNumber) };
  });
};

const versionNumber = (_: unknown, index: number): string => `1.${Math.floor(index / 10)}.${index % 10}`;
