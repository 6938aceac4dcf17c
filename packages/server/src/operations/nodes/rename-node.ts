import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { liveOwnedNode } from '../../authorization/node.ts';
import { asOwnerOrWithReason } from '../../authorization/publisher.ts';
import { presentNode } from '../../documents/present.ts';
import { nodeNotFound } from '../../errors.ts';
import { renameNode as rename } from '../../lifecycle/node.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import type { Operation } from '../operation.ts';

/** Gives a node another id. Changes nothing if it has that id. */
export const renameNode: Operation<Endpoints['renameNode']> = async (
  context,
  { params, body, ...caller },
) => {
  return act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'node.rename', params);
    await rename(await asOwnerOrWithReason(tx, node.publisherId, body.reason), node, body.id);
    const card = await findNodeCard(tx.db, node.key);
    if (card === undefined) throw nodeNotFound(params.nodeId);
    return presentNode(card, { publicUrl: context.publicUrl(), inside: true, withTranslations: true });
  });
};
