import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { publisherNotFound } from '../errors.ts';
import { act } from '../guards/act.ts';
import { demandSameId } from '../guards/identifiers.ts';
import { mergeNode, saveNode } from '../guards/node-changes.ts';
import { liveNode } from '../guards/node.ts';
import { presentNode } from '../present/node.ts';
import { findNodeCard } from '../store/node-cards.ts';
import { nodeKey } from '../store/nodes.ts';
import { findPublisher } from '../store/publishers.ts';
import type { Writer } from '../store/store.ts';
import { ensureUnclaimedPublisher, isUnclaimed } from '../store/unclaimed.ts';

/** A moderator's update of a node, which may also change whose it is. */
export const moderateNode: Operation<Endpoints['moderateNode']> = async (
  context,
  { params, body, ...caller },
) => {
  const { publisher, ...sent } = body;
  const card = await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'moderate', params.nodeId);
    demandSameId(sent.id, node.id, '/id', nodeKey);
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
