import type { Endpoints } from '@patchbay/contract';
import { presentPublisher } from '../../documents/present.ts';
import { moderations } from '../../lifecycle/moderations.ts';
import { Accepted } from '../answers.ts';
import type { Operation } from '../operation.ts';
import { actOrPropose } from '../propose-moderation.ts';

/** Bans a publisher with all its nodes, or lifts the ban, which restores the earlier states. */
export const updatePublisherStatus: Operation<Endpoints['updatePublisherStatus']> = async (
  context,
  { params, body, ...caller },
) => {
  const proposed = { moderation: 'publisher', params, body, reason: body.reason } as const;
  const publisher = await actOrPropose(context, caller, proposed, (tx) =>
    moderations.publisher(tx, params, body),
  );
  return publisher instanceof Accepted ? publisher : presentPublisher(publisher);
};
