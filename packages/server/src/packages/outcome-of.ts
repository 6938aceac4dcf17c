import type { Verdict } from '@patchbay/inspect';
import type { Context } from '../context.ts';
import { isPublisherApproved } from '../store/rows/publishers.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { Writer } from '../store/store.ts';
import { outcomes } from './outcomes.ts';

/** What becomes of a Pending version by the verdict on its package. */
export const outcomeOf = async (
  { config }: Pick<Context, 'config'>,
  tx: Writer,
  { nodeKey }: Pick<VersionRecord, 'nodeKey'>,
  { outcome }: Verdict,
): Promise<Pick<VersionRecord, 'status' | 'statusReason'>> => {
  const isFirst =
    outcome === 'passed' && config.FIRST_VERSION === 'review' && !(await isPublisherApproved(tx.db, nodeKey));
  return outcomes[isFirst ? 'first-of-publisher' : outcome];
};
