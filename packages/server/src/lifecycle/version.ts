import type { Mover, NodeVersionStatus } from '@patchbay/contract';
import type { NodeRecord } from '../store/rows/nodes.ts';
import { markPublisherApproved } from '../store/rows/publishers.ts';
import { countRules } from '../store/rows/rule-counts.ts';
import {
  type NewVersion,
  type VersionRecord,
  deleteVersionRow,
  insertVersion,
} from '../store/rows/versions.ts';
import type { Writer } from '../store/store.ts';
import type { Logged } from './logged.ts';
import { requireMove } from './require-move.ts';
import { writeVersion } from './write-rows.ts';

/** A Pending version of the node; its package is still to come. */
export const createVersion = async (
  tx: Writer,
  node: Pick<NodeRecord, 'key' | 'id'>,
  fresh: Omit<NewVersion, 'nodeKey'>,
): Promise<VersionRecord> => {
  const version = await insertVersion(tx, { ...fresh, nodeKey: node.key });
  const { deprecated, metadata } = fresh;
  await tx.append({
    kind: 'version.published',
    about: version,
    after: { node_id: node.id, version: version.version, deprecated, ...metadata },
  });
  return version;
};

type Edit = Partial<
  Pick<VersionRecord, 'version' | 'metadata' | 'deprecated' | 'uploadDeadline' | 'uploadTokenId'>
>;

/** Changes a version in anything but its state. */
export const editVersion = async (
  tx: Writer,
  current: VersionRecord,
  edit: Edit,
  log: Logged<'version.updated' | 'version.republished'>,
): Promise<VersionRecord> => {
  const next = { ...current, ...edit };
  await writeVersion(tx, next);
  await tx.append({ ...log, about: current });
  return next;
};

interface Move {
  by: readonly Mover[];
  log: Logged<
    | 'package.refused'
    | 'version.checked'
    | 'version.check-asked-again'
    | 'version.deleted'
    | 'version.moderated'
  >;
  /** What changes with the state. A verdict is counted, and asks for the app-nodes to be read next. */
  set?: Partial<Pick<VersionRecord, 'statusReason' | 'tagsAdmin' | 'verdict'>>;
}

/**
 * Moves a version, which may also stay where it is. One that becomes Deleted before its package came is removed, so
 * that its number is free; one that becomes Pending is checked next. Throws what `requireMove` throws.
 */
export const moveVersion = async (
  tx: Writer,
  current: VersionRecord,
  to: NodeVersionStatus,
  { by, log, set = {} }: Move,
): Promise<VersionRecord> => {
  requireMove('NodeVersion', 'status', current.status, to, by);
  const isDeleted = to === 'NodeVersionStatusDeleted';
  const next = { ...current, ...set, status: to, deletedAt: isDeleted ? tx.now : null };
  if (isDeleted && next.package === undefined) await deleteVersionRow(tx, next.id);
  else await writeVersion(tx, next);
  await tx.append({ ...log, about: current });
  if (to === 'NodeVersionStatusActive') await markPublisherApproved(tx, next.nodeKey);
  if (to === 'NodeVersionStatusPending' && to !== current.status) {
    await tx.enqueue({ kind: 'receive-package', subject: next.id, runAt: tx.now });
  }
  if (set.verdict !== undefined) {
    await countRules(tx, next.id, set.verdict, current.verdict);
    await tx.enqueue({ kind: 'extract-app-nodes', subject: next.id, runAt: tx.now });
  }
  return next;
};

/**
 * Removes a version whose package did not come by its deadline, so that its number is free. For a Pending one that is
 * no move, since no state follows. Throws what `requireMove` throws.
 */
export const expireVersion = async (tx: Writer, current: VersionRecord): Promise<void> => {
  if (current.status !== 'NodeVersionStatusPending') {
    requireMove('NodeVersion', 'status', current.status, 'NodeVersionStatusDeleted', ['server']);
  }
  await deleteVersionRow(tx, current.id);
  await tx.append({
    kind: 'version.expired',
    about: current,
    before: { node_id: current.nodeKey, version: current.version, status: current.status },
    reason: 'its package never came',
  });
};
