import type { Endpoints, PublisherProfile } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireSameId } from '../../lifecycle/require-ids.ts';
import { writablePublisher } from '../../authorization/publisher.ts';
import { editPublisher } from '../../lifecycle/publisher.ts';
import { mergePatch } from '../../lifecycle/merge.ts';
import { presentPublisherWithMembers } from '../../documents/present.ts';
import { findMembers } from '../../store/rows/members.ts';
import type { Operation } from '../operation.ts';

/** Merges the body into the publisher's profile. */
export const updatePublisher: Operation<Endpoints['updatePublisher']> = async (
  context,
  { params, body, ...caller },
) => {
  return act(context, caller, async (tx) => {
    const publisher = await writablePublisher(tx, 'publisher.edit', params.publisherId);
    const { id, ...sent } = body;
    requireSameId(id, params.publisherId, '/id');
    const next = await editPublisher(tx, publisher, mergePatch<PublisherProfile>(publisher.profile, sent));
    return presentPublisherWithMembers(next, await findMembers(tx.db, next.id), { withEmail: true });
  });
};
