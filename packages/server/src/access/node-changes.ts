import { NodeMetadata, NodeModeration, type NodeStatus, type PatchOf, pick } from '@patchbay/contract';
import { mergePatch } from '../policy/merge-patch.ts';
import { may } from '../policy/rights.ts';
import { difference } from '../store/log/changes.ts';
import { type NodeRecord, updateNodeRow } from '../store/rows/nodes.ts';
import type { Act } from './act.ts';
import { requireModerationBytes, requireNodeBytes } from './metadata-bytes.ts';
import { requireMove, moversOf } from '../lifecycle/require-move.ts';
import { demand, targetOn } from './publisher.ts';

/** The node with what was sent in place of what it had; its status stays, which only `saveNode` changes. */
export const mergeNode = (
  node: NodeRecord,
  sent: PatchOf<NodeMetadata & NodeModeration>,
  { isModerator }: { isModerator: boolean },
): NodeRecord => {
  const moderation = pick(sent, NodeModeration);
  return {
    ...node,
    metadata: mergePatch(node.metadata, pick(sent, NodeMetadata)),
    moderation: mergePatch(
      node.moderation,
      isModerator ? moderation : withoutUnset(node.moderation, moderation),
    ),
  };
};

/** Clients that send a whole object back write what is unset as a zero, an empty string or an empty list. */
const withoutUnset = <T extends object>(present: NodeModeration, sent: T): T =>
  Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => Object.hasOwn(present, key) || !isZero(value)),
  ) as T;

const isZero = (value: unknown): boolean =>
  value === 0 || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Writes what differs, and nothing when nothing does; with a `status`, the node is also moved there. Throws
 * `illegal_transition`, `forbidden_field` or `forbidden` when the caller may not move it so, `invalid_request` when
 * the node would hold too much.
 */
export const saveNode = async (
  tx: Act,
  node: NodeRecord,
  changed: NodeRecord,
  {
    status = node.status,
    reason = changed.moderation.status_detail ?? '',
  }: { status?: NodeStatus | undefined; reason?: string } = {},
): Promise<void> => {
  await requireStatus(tx, node, status);
  const next = moved(changed, status);
  const change = difference(flat(node), flat(next));
  if (change === undefined) return;
  if (difference(node.metadata, next.metadata) !== undefined) requireNodeBytes(next.metadata, '');
  if (difference(node.moderation, next.moderation) !== undefined) requireModerationBytes(next.moderation);
  await updateNodeRow(tx, next);
  await tx.append({
    kind: 'node.updated',
    about: node,
    ...change,
    ...(change.after.status === undefined ? {} : { reason }),
  });
};

/** To delete a node by its status asks the right that DELETE asks. */
const requireStatus = async ({ db, actor }: Act, node: NodeRecord, asked: NodeStatus): Promise<void> => {
  requireMove('Node', 'status', node.status, asked, moversOf(actor));
  const isDeletion = asked === 'NodeStatusDeleted' && asked !== node.status;
  if (isDeletion && !may(actor, 'moderate')) {
    demand(actor, 'node.delete', await targetOn(db, actor, node.publisherId, node.key));
  }
};

const moved = (node: NodeRecord, asked: NodeStatus): NodeRecord => {
  if (asked === node.status) return node;
  if (asked === 'NodeStatusBanned') return { ...node, status: asked, statusBeforeBan: node.status };
  // A ban that is lifted restores the status before it.
  const isLifted = node.status === 'NodeStatusBanned' && asked === 'NodeStatusActive';
  return { ...node, status: isLifted ? (node.statusBeforeBan ?? asked) : asked, statusBeforeBan: null };
};

const flat = ({ metadata, moderation, status, publisherId }: NodeRecord) => ({
  ...metadata,
  ...moderation,
  status,
  publisher: publisherId,
});
