import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

/** Counts the changes this process writes, and how long its writes take. */
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
