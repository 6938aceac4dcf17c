import type { Endpoints } from '@patchbay/contract';
import { idTaken } from '../../errors.ts';
import { act } from '../../access/act.ts';
import { requirePublisherId } from '../../access/identifiers.ts';
import { requireUser } from '../../access/user.ts';
import { presentPublisherWithMembers } from '../../present/publisher.ts';
import { findMembers, upsertMember } from '../../store/rows/members.ts';
import { insertPublisher, isPublisherIdTaken } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

/** Creates a publisher owned by the caller. */
export const createPublisher: Operation<Endpoints['createPublisher']> = async (
  context,
  { body, ...caller },
) => {
  return act(context, caller, async (tx) => {
    const { userId } = requireUser(tx.actor);
    const { id, ...profile } = body;
    requirePublisherId(id, '/id');
    if (await isPublisherIdTaken(tx.db, id)) throw idTaken(id);
    const publisher = await insertPublisher(tx, id, profile);
    await upsertMember(tx, id, userId, 'owner');
    await tx.append({ kind: 'publisher.created', about: { id }, after: { id, ...profile } });
    return presentPublisherWithMembers(publisher, await findMembers(tx.db, id), { withEmail: true });
  });
};
