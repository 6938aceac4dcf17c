import { type NodeVersionStatus, limits } from '@patchbay/contract';
import { versionDeleted } from '../authorization/node.ts';
import { ApiError } from '../errors.ts';
import { difference } from '../store/log/changes.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { Writer } from '../store/store.ts';
import { requireMove } from './require-move.ts';
import { moveVersion } from './version.ts';

/** What a moderator says of a version; what is undefined stays. */
interface Moderation {
  status: NodeVersionStatus | undefined;
  reason: string | undefined;
  tagsAdmin: readonly string[] | undefined;
}

/**
 * A moderator's move of a version, with the reason that its publisher gets to read. Writes nothing when nothing
 * differs. Throws what `requireMove` throws, `illegal_transition` when it is too late to restore the version or there
 * is no package to serve, `invalid_request` when a move has no reason.
 */
export const moderateVersion = async (
  tx: Writer,
  current: VersionRecord,
  { status: asked = current.status, reason, tagsAdmin = current.tagsAdmin }: Moderation,
): Promise<VersionRecord> => {
  requireMove('NodeVersion', 'status', current.status, asked, ['moderator']);
  const isMove = asked !== current.status;
  if (current.status === 'NodeVersionStatusDeleted') requireUndo(current, isMove, tx.now);
  if (isMove) requireReason(reason);
  const to = destination(current, asked);
  if (isMove) requireInstallable(current, to);
  const set = { statusReason: reason ?? current.statusReason, tagsAdmin };
  const change = difference(logged(current), logged({ ...set, status: to }));
  if (change === undefined) return current;
  return moveVersion(tx, current, to, {
    by: [to === asked ? 'moderator' : 'server'],
    set,
    log: { kind: 'version.moderated', ...change, ...(reason === undefined ? {} : { reason }) },
  });
};

/** One that was banned before its package came has nothing to go back to: its number is free. */
const destination = (current: VersionRecord, asked: NodeVersionStatus): NodeVersionStatus => {
  const isLifted = current.status === 'NodeVersionStatusBanned' && asked === 'NodeVersionStatusActive';
  return isLifted && current.package === undefined ? 'NodeVersionStatusDeleted' : asked;
};

const logged = ({
  status,
  statusReason,
  tagsAdmin,
}: Pick<VersionRecord, 'status' | 'statusReason' | 'tagsAdmin'>) => ({
  status,
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
const requireInstallable = ({ package: stored }: VersionRecord, to: NodeVersionStatus): void => {
  if (to === 'NodeVersionStatusActive' && stored === undefined) {
    throw new ApiError(
      'illegal_transition',
      'This version has no stored package, so it cannot become Active. Its publisher must publish a new one.',
    );
  }
};

const requireReason = (reason: string | undefined): void => {
  if (reason === undefined || reason.trim() === '') {
    throw new ApiError('invalid_request', 'A change of the status needs a reason. Send status_reason.', {
      details: [{ path: '/status_reason', message: 'is required with a new status' }],
    });
  }
};
