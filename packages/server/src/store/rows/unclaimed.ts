import { unclaimedPublisherId } from '@patchbay/contract';
import { type PublisherRecord, findPublisher, insertPublisher } from './publishers.ts';
import type { Writer } from '../store.ts';

/** Whether this is the publisher of the nodes that nobody has claimed. It has no members. */
export const isUnclaimed = (publisherId: string): boolean => publisherId === unclaimedPublisherId;

/** The publisher of the unclaimed nodes, which is made with the first of them. */
export const ensureUnclaimedPublisher = async (tx: Writer): Promise<PublisherRecord> => {
  const known = await findPublisher(tx.db, unclaimedPublisherId);
  if (known !== undefined) return known;
  const profile = { name: 'Unclaimed' };
  const publisher = await insertPublisher(tx, unclaimedPublisherId, profile);
  await tx.append({ kind: 'publisher.created', about: publisher, after: profile });
  return publisher;
};
