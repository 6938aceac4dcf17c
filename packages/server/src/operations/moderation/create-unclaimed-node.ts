import { type Endpoints, unclaimedPublisherId } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireNodeId, requireSameId } from '../../lifecycle/require-ids.ts';
import { demand } from '../../authorization/publisher.ts';
import { createNode } from '../../lifecycle/node.ts';
import { ensureUnclaimedPublisher } from '../../lifecycle/publisher.ts';
import { presentNode } from '../../documents/present.ts';
import type { Operation } from '../operation.ts';

/** Lists a node that is published elsewhere, until a publisher claims it. */
export const createUnclaimedNode: Operation<Endpoints['createUnclaimedNode']> = async (
  context,
  { body, ...caller },
) => {
  const { id, publisher: named, ...metadata } = body;
  return act(context, caller, async (tx) => {
    demand(tx.actor, 'moderate');
    requireNodeId(id, '/id');
    requireSameId(named?.id, unclaimedPublisherId, '/publisher/id');
    const publisher = await ensureUnclaimedPublisher(tx);
    const node = await createNode(tx, { id, publisherId: publisher.id, metadata });
    return presentNode(
      { node, publisher, latestVersion: undefined },
      { publicUrl: context.publicUrl(), inside: true, withTranslations: true },
    );
  });
};
