import type { Endpoints } from '@patchbay/contract';
import { idTaken, idTooSimilar } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { requirePublisherId } from '../../lifecycle/require-ids.ts';
import { requireUser, requireAccount } from '../../authorization/publisher.ts';
import { useQuota } from '../../authorization/quotas.ts';
import { may } from '../../authorization/rights.ts';
import { presentPublisherWithMembers } from '../../documents/present.ts';
import { findMembers, upsertMember } from '../../store/rows/members.ts';
import { findSimilarPublisherId, insertPublisher, isPublisherIdTaken } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

/** Creates a publisher owned by the caller. */
export const createPublisher: Operation<Endpoints['createPublisher']> = async (
  context,
  { body, ...caller },
) => {
  return act(context, caller, async (tx) => {
    const { userId } = requireUser(tx.actor);
    requireAccount(tx.actor);
    const { id, ...profile } = body;
    requirePublisherId(id, '/id');
    if (await isPublisherIdTaken(tx.db, id)) throw idTaken(id);
    const similar = may(tx.actor, 'moderate') ? undefined : await findSimilarPublisherId(tx.db, id);
    if (similar !== undefined) throw idTooSimilar(id, similar);
    await useQuota(tx, { name: 'publishers', subjectId: userId, amount: 1 });
    const publisher = await insertPublisher(tx, id, profile);
    await useQuota(tx, { name: 'members', subjectId: id, amount: 1 });
    await upsertMember(tx, id, userId, 'owner');
    await tx.append({ kind: 'publisher.created', about: { id }, after: { id, ...profile } });
    return presentPublisherWithMembers(publisher, await findMembers(tx.db, id), { withEmail: true });
  });
};
