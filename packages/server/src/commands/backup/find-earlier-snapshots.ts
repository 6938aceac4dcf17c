import { UsageError } from '../exit-on-failure.ts';
import { findSnapshots, isUsable, snapshotName } from './snapshots.ts';

/** The newest backup that can be used, if there is any, and a sentence for each that cannot. */
export interface EarlierSnapshots {
  last: string | undefined;
  faults: string[];
}

/**
 * Looks at the backups beside which one of this registry and time is to be. Throws UsageError if they are of another
 * registry, or if one of them is not older: `--keep` would take one for the other.
 */
export const findEarlierSnapshots = async (
  root: string,
  { registry, takenAt }: { registry: string | undefined; takenAt: string },
): Promise<EarlierSnapshots> => {
  const found = await findSnapshots(root);
  const newest = found.at(-1)?.name ?? '';
  if (newest >= snapshotName(takenAt)) {
    throw new UsageError(
      `The backup ${newest} in ${root} is newer than the clock of this machine, ${takenAt}. Set the clock, or move that backup elsewhere.`,
    );
  }
  const usable = found.filter(isUsable);
  if (usable.some(({ manifest }) => manifest.registry !== undefined && manifest.registry !== registry)) {
    throw new UsageError(`${root} has backups of another registry. Give a folder of its own.`);
  }
  const faults = found.flatMap((one) => (isUsable(one) ? [] : one.fault));
  return { last: usable.at(-1)?.name, faults };
};
