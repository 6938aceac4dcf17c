import type { Endpoints } from '@patchbay/contract';
import { type Act, act } from '../../authorization/act.ts';
import { nodeObstacle, ownObstacle } from '../../authorization/availability.ts';
import { nodeBanned } from '../../authorization/node.ts';
import { knownPublisher, writablePublisher } from '../../authorization/publisher.ts';
import type { Context } from '../../context.ts';
import { ApiError, nodeNotFound } from '../../errors.ts';
import { isUnclaimed } from '../../lifecycle/publisher.ts';
import { transferNode } from '../../lifecycle/node.ts';
import { claimCode, proofAddress } from '../../outbound/claim-code.ts';
import { fetchText } from '../../outbound/fetch-text.ts';
import { OutboundError } from '../../outbound/outbound-agent.ts';
import { type NodeRecord, findNode } from '../../store/rows/nodes.ts';
import { findReplica } from '../../store/rows/replicas.ts';
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
  const { upstream = null } = (await findReplica(tx.db, 'node', node.key)) ?? {};
  if (upstream !== null) {
    throw new ApiError(
      'forbidden',
      `The node "${node.id}" comes from ${upstream}. Ask a moderator to transfer it to your publisher here.`,
    );
  }
  // The publisher of unclaimed nodes can be banned, too.
  const publisher = await knownPublisher(tx.db, node.publisherId);
  if (nodeObstacle(publisher, node) !== undefined) throw nodeBanned(node.id);
  return node;
};

const movedMeanwhile = (id: string): ApiError =>
  new ApiError('illegal_transition', `The repository of "${id}" has just changed. Claim the node again.`);

/** The maximum number of repositories that claims read at once. */
const looksMax = 4;
let looks = 0;

/** Throws `forbidden`, with instructions, unless the node's repository contains this publisher's claim code. */
const requireProof = async (
  context: Pick<Context, 'config' | 'outages'>,
  publisherId: string,
  { id, key, metadata: { repository = '' } }: NodeRecord,
): Promise<void> => {
  const address = proofAddress(repository);
  if (address === undefined) {
    throw new ApiError(
      'illegal_transition',
      `The node "${id}" has no repository with a web address. Ask a moderator to set one.`,
    );
  }
  const code = claimCode(context.config.SECRET, { publisherId, nodeKey: key, repository });
  const file = await look(context, address);
  if (file?.includes(code) === true) return;
  throw new ApiError(
    'forbidden',
    `Prove that the repository is yours: add the line "# ${code}" to pyproject.toml on its default branch, then claim the node again.`,
    { details: [{ path: '/pyproject.toml', message: `must hold "# ${code}" at ${address}` }] },
  );
};

const look = async (
  { config, outages }: Pick<Context, 'config' | 'outages'>,
  address: string,
): Promise<string | undefined> => {
  if (looks >= looksMax)
    throw tryAgain('Too many claims are being checked right now; try again in a moment.');
  looks += 1;
  const { host } = new URL(address);
  try {
    const text = await fetchText(address, {
      hosts: config.CLAIM_HOSTS,
      mayCallPrivate: config.OUTBOUND_PRIVATE === 'yes',
    });
    outages.answered('repository', host);
    return text;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const sentence = `The repository cannot be read: ${error.message}`;
    if (error.passes) {
      throw tryAgain(`${sentence}. Try again later.`, outages.failed('repository', error, host));
    }
    throw new ApiError('forbidden', `${sentence}. Ask a moderator to assign the node to you.`, {
      cause: error,
    });
  } finally {
    looks -= 1;
  }
};

const tryAgain = (message: string, cause?: unknown): ApiError =>
  new ApiError('unavailable', message, { headers: { 'retry-after': '5' }, cause });
