import { findLastSeq } from '../../store/log/changes.ts';
import type { Reader } from '../../store/store.ts';
import { UsageError } from '../exit-on-failure.ts';

/**
 * Throws UsageError unless the log of the target is the beginning of the log of the source. Otherwise the target holds
 * another registry, or this one was written to after it was moved.
 */
export const refuseOtherRegistry = async (source: Reader, target: Reader): Promise<void> => {
  const seq = await findLastSeq(target);
  if (seq === 0) return;
  const [there, here] = [await findChange(target, seq), await findChange(source, seq)];
  if (JSON.stringify(there) === JSON.stringify(here)) return;
  throw new UsageError(
    'The database at --to holds another registry, or was written to since it was moved; give an empty one.',
  );
};

const findChange = async (read: Reader, seq: number) => {
  const row = await read.selectFrom('changes').selectAll().where('seq', '=', seq).executeTakeFirst();
  // It follows a node that is transferred.
  return row && { ...row, publisher_id: null };
};
