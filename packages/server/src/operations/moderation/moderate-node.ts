import type { Endpoints } from '@patchbay/contract';
import { publisherNotFound } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { requireSameId } from '../../lifecycle/require-ids.ts';
import { mergeNode, sentStatus } from '../../lifecycle/merge.ts';
import { saveNode } from '../../lifecycle/node.ts';
import { liveNode } from '../../authorization/node.ts';
import { receivingPublisher } from '../../lifecycle/publisher.ts';
import { transferNode } from '../../lifecycle/transfer-node.ts';
import { presentNode } from '../../documents/present.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

/** A moderator's update of a node, which may also change its publisher. */
export const moderateNode: Operation<Endpoints['moderateNode']> = async (
  context,
  { params, body, ...caller },
) => {
  const { publisher, ...sent } = body;
  const card = await act(context, caller, async (tx) => {
    const owned = await liveNode(tx, 'moderate', params.nodeId);
    const { node } = owned;
    requireSameId(sent.id, node.id, '/id', nodeKey);
    const { id: publisherId } = await receivingPublisher(tx, publisher?.id ?? node.publisherId);
    await transferNode(tx, node, publisherId, 'Given by a moderator.');
    const given = { ...node, publisherId };
    const next = mergeNode(given, sent, { isModerator: true });
    await saveNode(tx, given, next, { status: sentStatus(owned, sent.status) });
    return findNodeCard(tx.db, node.key);
  });
  if (card === undefined) throw publisherNotFound(publisher?.id ?? '');
  return presentNode(card, { publicUrl: context.publicUrl(), inside: true, withTranslations: true });
};
