import type { Endpoints } from '@patchbay/contract';
import { publisherNotFound } from '../../errors.ts';
import { act } from '../../access/act.ts';
import { requireSameId } from '../../access/identifiers.ts';
import { mergeNode } from '../../access/merge-node.ts';
import { saveNode } from '../../lifecycle/node.ts';
import { liveNode } from '../../access/node.ts';
import { ensureUnclaimedPublisher } from '../../lifecycle/publisher.ts';
import { isUnclaimed } from '../../policy/is-unclaimed.ts';
import { presentNode } from '../../present/node.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import { findPublisher } from '../../store/rows/publishers.ts';
import type { Writer } from '../../store/store.ts';
import type { Operation } from '../operation.ts';

/** A moderator's update of a node, which may also change its publisher. */
export const moderateNode: Operation<Endpoints['moderateNode']> = async (
  context,
  { params, body, ...caller },
) => {
  const { publisher, ...sent } = body;
  const card = await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'moderate', params.nodeId);
    requireSameId(sent.id, node.id, '/id', nodeKey);
    const publisherId = await takingPublisher(tx, publisher?.id ?? node.publisherId);
    const changed = { ...mergeNode(node, sent, { isModerator: true }), publisherId };
    await saveNode(tx, node, changed, { status: sent.status });
    return findNodeCard(tx.db, node.key);
  });
  if (card === undefined) throw publisherNotFound(publisher?.id ?? '');
  return presentNode(card, { publicUrl: context.publicUrl(), inside: true, withTranslations: true });
};

const takingPublisher = async (tx: Writer, id: string): Promise<string> => {
  const publisher = isUnclaimed(id) ? await ensureUnclaimedPublisher(tx) : await findPublisher(tx.db, id);
  if (publisher === undefined) throw publisherNotFound(id);
  return publisher.id;
};
