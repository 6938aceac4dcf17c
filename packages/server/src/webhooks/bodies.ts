import { type Change, type Profile, limits, wiresOf } from '@patchbay/contract';
import { presentPublisherChanges } from '../present/publisher-changes.ts';
import { findChangesBySeq } from '../store/log/changes-by-seq.ts';
import type { WebhookRecord } from '../store/rows/webhooks.ts';
import type { ReadConnection } from '../store/store.ts';

/**
 * The bodies of deliveries by the numbers of their changes, in the names of the host: each change as the receiver may see
 * it now. Those that it may not see any more are left out.
 */
export const writeBodies = async (
  read: ReadConnection,
  profile: Profile,
  { publisherId }: Pick<WebhookRecord, 'publisherId'>,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const found = await findChangesBySeq(read, seqs);
  const { listChanges, listPublisherChanges } = wiresOf(profile);
  if (publisherId === null) {
    const shown = found.map(({ change: { nodeId: _, ...change } }) => change);
    return bodiesOf(shown, listChanges.writeReply);
  }
  const own = found.filter(
    ({ change, publisherId: owner }) => owner === publisherId || isLossOf(change, publisherId),
  );
  const shown = await presentPublisherChanges(
    read,
    publisherId,
    own.map(({ change }) => change),
  );
  return bodiesOf(shown, listPublisherChanges.writeReply);
};

/** Whether the publisher lost the node, of which it is told like everybody. */
const isLossOf = ({ action, before }: Change, publisherId: string): boolean =>
  action === 'node.transferred' && before?.['publisher'] === publisherId;

type Shown = Pick<Change, 'seq' | 'at' | 'action' | 'before' | 'after'>;

const bodiesOf = (
  changes: readonly Shown[],
  rename: ((value: unknown) => unknown) | undefined,
): ReadonlyMap<number, string> => {
  const renamed =
    rename === undefined ? changes : (rename({ changes }) as { changes: readonly Shown[] }).changes;
  return new Map(renamed.map((change) => [change.seq, bodyOf(change)]));
};

const bodyOf = (change: Shown): string => {
  const { action: type, at: timestamp } = change;
  const body = JSON.stringify({ type, timestamp, data: change });
  if (Buffer.byteLength(body) <= limits.webhookBodyBytesMax) return body;
  const { before: _before, after: _after, ...data } = change;
  return JSON.stringify({ type, timestamp, data });
};
