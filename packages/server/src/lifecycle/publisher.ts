import { type PublisherProfile, type PublisherStatus, unclaimedPublisherId } from '@patchbay/contract';
import { publisherNotFound } from '../errors.ts';
import { difference } from '../store/log/changes.ts';
import { deleteMembersOfPublisher } from '../store/rows/members.ts';
import {
  type PublisherRecord,
  findPublisher,
  insertPublisher,
  markPublisherDeleted,
} from '../store/rows/publishers.ts';
import { countUse } from '../store/rows/quotas.ts';
import { markTokensOfPublisherRevoked } from '../store/rows/tokens.ts';
import { resumeDeliveries } from '../store/rows/webhook-deliveries.ts';
import type { Writer } from '../store/store.ts';
import { requireMove } from './require-move.ts';
import { requireSecondModerator } from './second-moderator.ts';
import { endTrustedPublishers } from './trusted-publisher.ts';
import { deleteAllWebhooks } from './webhook.ts';
import { writePublisher } from './write-rows.ts';

/** Writes the profile, and nothing when it is the same. */
export const editPublisher = async (
  tx: Writer,
  current: PublisherRecord,
  profile: PublisherProfile,
): Promise<PublisherRecord> => {
  const next = { ...current, profile };
  const change = difference(current.profile, profile);
  if (change === undefined) return next;
  await writePublisher(tx, next);
  await tx.append({ kind: 'publisher.updated', about: current, ...change });
  return next;
};

/** Bans a publisher or lifts the ban, and writes nothing when it is so already. */
export const movePublisher = async (
  tx: Writer,
  current: PublisherRecord,
  to: PublisherStatus,
  reason: string,
): Promise<PublisherRecord> => {
  requireMove('Publisher', 'status', current.status, to, ['moderator']);
  if (to === current.status) return current;
  if (to === 'PublisherStatusActive') {
    const subject = `publisher:${current.id}`;
    requireSecondModerator(tx, { aim: 'lift-ban', subject, about: current.id });
  }
  const next = { ...current, status: to };
  await writePublisher(tx, next);
  // The time of a ban is not time in which a receiver was down.
  if (to === 'PublisherStatusActive') await resumeDeliveries(tx, current.id);
  await tx.append({
    kind: 'publisher.moderated',
    about: current,
    before: { status: current.status },
    after: { status: to },
    reason,
  });
  return next;
};

/** Deletes a publisher without nodes. Its tokens and webhooks end with it. */
export const deletePublisher = async (tx: Writer, { id }: PublisherRecord): Promise<void> => {
  const members = await deleteMembersOfPublisher(tx, id);
  await countUse(tx, { name: 'members', subjectId: id, amount: -members });
  const tokens = await markTokensOfPublisherRevoked(tx, id);
  await countUse(tx, { name: 'tokens', subjectId: id, amount: -tokens });
  await endTrustedPublishers(tx, { publisherId: id }, 'the publisher was deleted');
  await deleteAllWebhooks(tx, id);
  await markPublisherDeleted(tx, id);
  await tx.append({ kind: 'publisher.deleted', about: { id } });
};

/** The publisher that a node is given to. Throws `publisher_not_found`. */
export const receivingPublisher = async (tx: Writer, id: string): Promise<PublisherRecord> => {
  const publisher = isUnclaimed(id) ? await ensureUnclaimedPublisher(tx) : await findPublisher(tx.db, id);
  if (publisher === undefined) throw publisherNotFound(id);
  return publisher;
};

/** The publisher of the unclaimed nodes, which is created with the first of them. */
export const ensureUnclaimedPublisher = async (tx: Writer): Promise<PublisherRecord> => {
  const known = await findPublisher(tx.db, unclaimedPublisherId);
  if (known !== undefined) return known;
  const profile = { name: 'Unclaimed' };
  const publisher = await insertPublisher(tx, unclaimedPublisherId, profile);
  await tx.append({ kind: 'publisher.created', about: publisher, after: profile });
  return publisher;
};

/** Whether this is the publisher of the nodes that nobody has claimed. It has no members. */
export const isUnclaimed = (publisherId: string): boolean => publisherId === unclaimedPublisherId;
