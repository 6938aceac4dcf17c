import type { Endpoints } from '@patchbay/contract';
import { ApiError, nodeNotFound } from '../../errors.ts';
import { type Act, act } from '../../authorization/act.ts';
import { transferNode } from '../../lifecycle/transfer-node.ts';
import { nodeBanned } from '../../authorization/node.ts';
import { requireProof } from '../../authorization/proof.ts';
import { writablePublisher } from '../../authorization/publisher.ts';
import { isUnclaimed } from '../../authorization/is-unclaimed.ts';
import { ownObstacle } from '../../authorization/availability.ts';
import { type NodeRecord, findNode } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

type ClaimNode = Endpoints['claimNode'];

/** Gives an unclaimed node to the publisher that controls its repository. Changes nothing if that publisher has it. */
export const claimNode: Operation<ClaimNode> = async (context, { params, ...caller }) => {
  const look = (tx: Act) => claimableNode(tx, params);
  const found = await act(context, caller, look);
  if (found.publisherId === params.publisherId) return;
  // Uses the network, so no transaction is open. What the claim depends on is checked again afterwards.
  await requireProof(context, params.publisherId, found);
  await act(context, caller, async (tx) => {
    const node = await look(tx);
    if (node.publisherId === params.publisherId) return;
    if (node.metadata.repository !== found.metadata.repository) throw movedMeanwhile(node.id);
    await transferNode(tx, node, params.publisherId, 'Claimed by its repository.');
  });
};

/** The node, which is unclaimed or already the publisher's. Throws unless the caller may claim it. */
const claimableNode = async (
  tx: Act,
  { publisherId, nodeId }: Parameters<Operation<ClaimNode>>[1]['params'],
): Promise<NodeRecord> => {
  await writablePublisher(tx, 'node.claim', publisherId);
  const node = await findNode(tx.db, nodeId);
  if (node === undefined || ownObstacle(node) === 'node-deleted') throw nodeNotFound(nodeId);
  if (node.publisherId !== publisherId && !isUnclaimed(node.publisherId)) {
    throw new ApiError(
      'forbidden',
      `The node "${node.id}" already belongs to another publisher. Ask a moderator if this is wrong.`,
    );
  }
  if (ownObstacle(node) === 'node-banned') throw nodeBanned(node.id);
  return node;
};

const movedMeanwhile = (id: string): ApiError =>
  new ApiError('illegal_transition', `The repository of "${id}" has just changed. Claim the node again.`);
