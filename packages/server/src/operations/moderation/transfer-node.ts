import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { demand } from '../../authorization/publisher.ts';
import { withReason } from '../../authorization/reason.ts';
import { nodeNotFound } from '../../errors.ts';
import { receivingPublisher } from '../../lifecycle/publisher.ts';
import { transferNode as transfer } from '../../lifecycle/node.ts';
import { presentNode } from '../../documents/present.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import { findNode } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

/** Gives a node to another publisher: also a deleted one, whose id nobody else can get. */
export const transferNode: Operation<Endpoints['transferNode']> = async (
  context,
  { params, body, ...caller },
) => {
  return act(context, caller, async (tx) => {
    demand(tx.actor, 'moderate');
    const node = await findNode(tx.db, params.nodeId);
    if (node === undefined) throw nodeNotFound(params.nodeId);
    const publisher = await receivingPublisher(tx, body.publisher_id);
    await transfer(withReason(tx, body.reason), node, publisher.id, body.reason);
    const card = await findNodeCard(tx.db, node.key);
    if (card === undefined) throw nodeNotFound(params.nodeId);
    return presentNode(card, { publicUrl: context.publicUrl(), inside: true, withTranslations: true });
  });
};
