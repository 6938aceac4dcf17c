import type { QuotaNameOf } from '@patchbay/contract';
import { publisherIdOf } from '../store/rows/nodes.ts';
import { countUse } from '../store/rows/quotas.ts';
import type { Writer } from '../store/store.ts';

/** Counts what happens to a node for the publisher that has it, whatever the maximum. */
export const countUseOfNode = async (
  tx: Writer,
  nodeKey: string,
  name: QuotaNameOf<'publisher'>,
  amount: number,
): Promise<void> => {
  if (amount === 0) return;
  await countUse(tx, { name, subjectId: await publisherIdOf(tx.db, nodeKey), amount });
};
