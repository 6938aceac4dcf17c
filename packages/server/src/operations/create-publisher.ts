import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { idTaken } from '../errors.ts';
import { demandPublisherId } from '../guards/identifiers.ts';
import { demandUser } from '../guards/user.ts';
import { presentPublisherWithMembers } from '../present/publisher.ts';
import { aboutPublisher } from '../store/changes.ts';
import { findMembers, upsertMember } from '../store/members.ts';
import { insertPublisher, isPublisherIdTaken } from '../store/publishers.ts';

/** Makes a publisher that the caller owns. */
export const createPublisher: Operation<Endpoints['createPublisher']> = async (
  { store },
  { actor, cause, body },
) => {
  const { userId } = demandUser(actor);
  const { id, ...profile } = body;
  demandPublisherId(id, '/id');
  return store.write(cause, async (tx) => {
    if (await isPublisherIdTaken(tx.db, id)) throw idTaken(id);
    const publisher = await insertPublisher(tx, id, profile);
    await upsertMember(tx, id, userId, 'owner');
    await tx.append({ action: 'publisher.created', ...aboutPublisher(id), after: { id, ...profile } });
    return presentPublisherWithMembers(publisher, await findMembers(tx.db, id), { withEmail: true });
  });
};
