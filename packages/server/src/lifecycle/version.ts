import { type LoggedAdvisory, type Mover, type NodeVersionStatus, limits } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { type NodeRecord, nodeIdOf } from '../store/rows/nodes.ts';
import { countUse, countUseOfNode } from '../store/rows/quotas.ts';
import { markPublisherApproved } from '../store/rows/publishers.ts';
import {
  type NewVersion,
  type VersionRecord,
  deleteVersionRow,
  insertVersion,
  updateVersionRow,
} from '../store/rows/versions.ts';
import { markOwnVersionMove } from '../store/rows/replicas.ts';
import type { Writer } from '../store/store.ts';
import { type Logged, writeVersion } from './write-rows.ts';
import { settleAdvisory } from './advisory.ts';
import { requireMove } from './require-move.ts';
import { requireSecondModerator } from './second-moderator.ts';
import { useQuota } from '../authorization/quotas.ts';
import { versionDeleted } from '../authorization/node.ts';
import { ApiError, invalidValue } from '../errors.ts';
import { difference } from '../store/log/changes.ts';

/**
 * A Pending version of the node; its package is still to come. Undefined if the node has a version with this number. Throws `quota_exceeded` when the node or its publisher
 * may not have another one.
 */
export const createVersion = async (
  tx: Act,
  node: Pick<NodeRecord, 'key' | 'id' | 'publisherId'>,
  fresh: Omit<NewVersion, 'nodeKey'>,
): Promise<VersionRecord | undefined> => {
  const version = await insertVersion(tx, { ...fresh, nodeKey: node.key });
  if (version === undefined) return undefined;
  await useQuota(
    tx,
    { name: 'versions', subjectId: node.key, amount: 1 },
    { name: 'pending_versions', subjectId: node.publisherId, amount: 1 },
  );
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
  // Nobody is shown a version that waits for its package, so its node does not change.
  await (log.kind === 'version.republished' ? updateVersionRow : writeVersion)(tx, next);
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
  /** What changes with the state. */
  set?: Partial<Pick<VersionRecord, 'statusReason' | 'tagsAdmin'>>;
}

/**
 * Moves a version, which may also stay where it is. One that becomes Deleted before its package came is removed, so
 * that its number is free; the package of one that becomes Pending is read next, and of one that becomes Active unless
 * it was. Throws what `requireMove` throws.
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
  if (isDeleted && !next.isStored) await removeVersion(tx, current);
  else await writeVersion(tx, next);
  const pending = Number(isPending(next)) - Number(isPending(current));
  await countUseOfNode(tx, next.nodeKey, 'pending_versions', pending);
  await tx.append({ ...log, about: current });
  if (to === 'NodeVersionStatusActive') await markPublisherApproved(tx, next.nodeKey);
  if (isPending(next) && !isPending(current)) {
    await tx.enqueue({ kind: 'receive-package', subject: next.id, runAt: tx.now });
  }
  if (isUnread(next)) {
    await tx.enqueue({ kind: 'extract-app-nodes', subject: next.id, runAt: tx.now });
  }
  return next;
};

/** Whether it became Active without a verdict, by which its app-nodes would have been read. */
const isUnread = ({ status, extractStatus }: VersionRecord): boolean =>
  status === 'NodeVersionStatusActive' && extractStatus === 'pending';

/**
 * Removes a version whose package did not come by its deadline, so that its number is free. For a Pending one that is
 * no move, since no state follows. Throws what `requireMove` throws.
 */
export const expireVersion = async (tx: Writer, current: VersionRecord): Promise<void> => {
  if (!isPending(current)) {
    requireMove('NodeVersion', 'status', current.status, 'NodeVersionStatusDeleted', ['server']);
  }
  await removeVersion(tx, current);
  await countUseOfNode(tx, current.nodeKey, 'pending_versions', -Number(isPending(current)));
  await tx.append({
    kind: 'version.expired',
    about: current,
    before: { node_id: current.nodeKey, version: current.version, status: current.status },
    reason: 'its package never came',
  });
};

const isPending = ({ status }: Pick<VersionRecord, 'status'>): boolean =>
  status === 'NodeVersionStatusPending';

/** Removes a version without a package, and what it takes of quotas. */
const removeVersion = async (tx: Writer, { id, nodeKey, definitionBytes }: VersionRecord): Promise<void> => {
  await deleteVersionRow(tx, id);
  await countUse(tx, { name: 'versions', subjectId: nodeKey, amount: -1 });
  await countUseOfNode(tx, nodeKey, 'definition_bytes', -definitionBytes);
};

/** What a moderator says of a version; what is undefined stays. */
interface Moderation {
  status: NodeVersionStatus | undefined;
  reason: string | undefined;
  tagsAdmin: readonly string[] | undefined;
  /** The text of the advisory to publish. */
  advisory: string | undefined;
}

/**
 * A moderator's move of a version, with the reason that its publisher gets to read. Writes nothing when nothing
 * differs. Throws what `requireMove` throws, `illegal_transition` when it is too late to restore the version or there
 * is no package to serve, `invalid_request` when a move has no reason, and what `settleAdvisory` throws.
 */
export const moderateVersion = async (
  tx: Writer,
  current: VersionRecord,
  { status: asked = current.status, reason, tagsAdmin = current.tagsAdmin, advisory }: Moderation,
): Promise<VersionRecord> => {
  requireMove('NodeVersion', 'status', current.status, asked, ['moderator']);
  const isMove = asked !== current.status;
  if (current.status === 'NodeVersionStatusDeleted') requireUndo(current, isMove, tx.now);
  if (isMove) requireReason(reason);
  if (isMove && current.status === 'NodeVersionStatusBanned') {
    const about = `${await nodeIdOf(tx.db, current.nodeKey)}@${current.version}`;
    requireSecondModerator(tx, { aim: 'lift-ban', subject: `version:${current.id}`, about });
  }
  const to = destination(current, asked);
  if (isMove) requireInstallable(current, to);
  const set = { statusReason: reason ?? current.statusReason, tagsAdmin };
  const { before, after } = await settleAdvisory(
    tx,
    { nodeKey: current.nodeKey, version: current },
    {
      wasBanned: current.status === 'NodeVersionStatusBanned',
      isBanned: to === 'NodeVersionStatusBanned',
      text: advisory,
    },
  );
  const change = difference(logged(current, before), logged({ ...set, status: to }, after));
  if (change === undefined) return current;
  // One that is lifted follows its source again.
  if (isMove && to !== 'NodeVersionStatusActive') await markOwnVersionMove(tx, current, to);
  return moveVersion(tx, current, to, {
    by: [to === asked ? 'moderator' : 'server'],
    set,
    log: { kind: 'version.moderated', ...change, ...(reason === undefined ? {} : { reason }) },
  });
};

/** One that was banned before its package came has nothing to go back to: its number is free. */
const destination = (current: VersionRecord, asked: NodeVersionStatus): NodeVersionStatus => {
  const isLifted = current.status === 'NodeVersionStatusBanned' && asked === 'NodeVersionStatusActive';
  return isLifted && !current.isStored ? 'NodeVersionStatusDeleted' : asked;
};

const logged = (
  { status, statusReason, tagsAdmin }: Pick<VersionRecord, 'status' | 'statusReason' | 'tagsAdmin'>,
  advisory: LoggedAdvisory | undefined,
) => ({
  status,
  ...(advisory === undefined ? {} : { advisory }),
  ...(statusReason === null ? {} : { status_reason: statusReason }),
  tags_admin: [...tagsAdmin],
});

const dayMs = 24 * 60 * 60 * 1000;

/** A deleted version takes no write but its restoration, and that for a while. */
const requireUndo = ({ version, deletedAt }: VersionRecord, isMove: boolean, now: string): void => {
  const isInTime =
    deletedAt !== null && Date.parse(now) - Date.parse(deletedAt) <= limits.undoDaysMax * dayMs;
  if (!isMove || !isInTime) throw versionDeleted(version);
};

/** A refused package is not in the store, so nobody could install the version. */
const requireInstallable = ({ isStored }: VersionRecord, to: NodeVersionStatus): void => {
  if (to === 'NodeVersionStatusActive' && !isStored) {
    throw new ApiError(
      'illegal_transition',
      'This version has no stored package, so it cannot become Active. Its publisher must publish a new one.',
    );
  }
};

const requireReason = (reason: string | undefined): void => {
  if (reason === undefined || reason.trim() === '') {
    throw invalidValue(
      '/status_reason',
      'A change of the status needs a reason. Send status_reason.',
      'is required with a new status',
    );
  }
};
