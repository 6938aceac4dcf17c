import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

/** Counts the changes that this process writes, and measures its writes. */
export const measureWrites = (metrics: Metrics, store: Store): void => {
  store.onWritten(({ changes }) => {
    for (const { kind } of changes) metrics.count('changes', { action: kind });
  });
  store.onTimed(({ waitedSeconds, heldSeconds, flushedSeconds }) => {
    metrics.observe('writeWaitSeconds', waitedSeconds);
    metrics.observe('writeSeconds', heldSeconds);
    metrics.observe('flushSeconds', flushedSeconds);
  });
};
