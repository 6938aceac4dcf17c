import type { Store, Writer } from '../store/store.ts';
import { hasJobOfKind } from '../store/queue/jobs.ts';

/** How often what has ended is removed. */
export const reaperCycleMs = 24 * 60 * 60_000;
/** Leaves time for other jobs between two runs. */
const pauseMs = 10_000;

/** The key before all packages. */
const start = '';

/** Requests the next run of the reaper: soon behind the package at which it stopped, or a day later from the start. */
export const reapAt = (tx: Writer, now: Date, stoppedAt: string | undefined): Promise<void> =>
  tx.enqueue({
    kind: 'reap',
    subject: stoppedAt ?? start,
    runAt: new Date(now.getTime() + (stoppedAt === undefined ? reaperCycleMs : pauseMs)).toISOString(),
  });

/** Requests the reaper in a registry that does not have it yet. */
export const ensureReaper = async (store: Store, now: () => Date): Promise<void> => {
  if (await hasJobOfKind(store.read, 'reap')) return;
  await store.write({ actor: 'server' }, (tx) => reapAt(tx, now(), undefined));
};
