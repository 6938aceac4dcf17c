import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { publisherNotFound } from '../errors.ts';
import { demandSameId } from '../guards/identifiers.ts';
import { writablePublisher } from '../guards/publisher.ts';
import { presentPublisherWithMembers } from '../present/publisher.ts';
import { aboutPublisher, difference } from '../store/changes.ts';
import { findMembers } from '../store/members.ts';
import { findPublisher, updatePublisherRow } from '../store/publishers.ts';

/** Merges what is sent into the publisher's profile. */
export const updatePublisher: Operation<Endpoints['updatePublisher']> = async (
  context,
  { actor, cause, params, body },
) => {
  await writablePublisher(context, actor, 'publisher.edit', params.publisherId);
  const { id, ...sent } = body;
  demandSameId(id, params.publisherId, '/id');
  return context.store.write(cause, async (tx) => {
    const publisher = await findPublisher(tx.db, params.publisherId);
    if (publisher === undefined) throw publisherNotFound(params.publisherId);
    const next = { ...publisher, profile: { ...publisher.profile, ...sent } };
    const change = difference(publisher.profile, next.profile);
    if (change !== undefined) {
      await updatePublisherRow(tx, next);
      await tx.append({ action: 'publisher.updated', ...aboutPublisher(next.id), ...change });
    }
    return presentPublisherWithMembers(next, await findMembers(tx.db, next.id), { withEmail: true });
  });
};
