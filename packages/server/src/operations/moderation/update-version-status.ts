import { type Body, type Endpoints, limits } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../access/act.ts';
import { requireMove } from '../../lifecycle/require-move.ts';
import { anyVersionOfNode, liveNode, versionDeleted } from '../../access/node.ts';
import { receivePackageKind } from '../../jobs/kinds.ts';
import { presentVersion } from '../../present/version.ts';
import { difference } from '../../store/log/changes.ts';
import { type VersionRecord, deleteVersionRow, updateVersionRow } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

type UpdateVersionStatus = Endpoints['updateVersionStatus'];

/** A moderator's move of a version, with the reason that its people get to read. */
export const updateVersionStatus: Operation<UpdateVersionStatus> = async (
  context,
  { params, body, ...caller },
) => {
  const { node, version } = await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'moderate', params.nodeId);
    const current = await anyVersionOfNode(tx.db, node, params.version);
    const next = moved(current, body);
    const isMove = next.status !== current.status;
    requireMove('NodeVersion', 'status', current.status, body.status ?? current.status, ['moderator']);
    if (current.status === 'NodeVersionStatusDeleted') requireUndo(current, isMove, tx.now);
    if (isMove) {
      requireReason(body.status_reason);
      requireInstallable(next);
    }
    const change = difference(moderated(current), moderated(next));
    if (change !== undefined) {
      if (isRemoved(next)) await deleteVersionRow(tx, next.id);
      else await updateVersionRow(tx, next);
      if (isMove && next.status === 'NodeVersionStatusPending') {
        await tx.enqueue({ kind: receivePackageKind, subject: next.id, runAt: tx.now });
      }
      await tx.append({
        kind: 'version.moderated',
        about: next,
        ...change,
        ...(body.status_reason === undefined ? {} : { reason: body.status_reason }),
      });
    }
    return { node, version: next };
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};

const moved = (current: VersionRecord, body: Body<UpdateVersionStatus>): VersionRecord => {
  const status = body.status ?? current.status;
  const isLifted = current.status === 'NodeVersionStatusBanned' && status === 'NodeVersionStatusActive';
  return {
    ...current,
    // One that was banned before its package came has nothing to go back to: its number is free.
    status: isLifted && current.package === undefined ? 'NodeVersionStatusDeleted' : status,
    statusReason: body.status_reason ?? current.statusReason,
    tagsAdmin: body.tags_admin ?? current.tagsAdmin,
    deletedAt: null,
  };
};

const isRemoved = ({ status, package: stored }: VersionRecord): boolean =>
  status === 'NodeVersionStatusDeleted' && stored === undefined;

const moderated = ({ status, statusReason, tagsAdmin }: VersionRecord) => ({
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
const requireInstallable = ({ status, package: stored }: VersionRecord): void => {
  if (status === 'NodeVersionStatusActive' && stored === undefined) {
    throw new ApiError(
      'illegal_transition',
      'No package of this version is stored, so it cannot become active; its publisher has to publish one.',
    );
  }
};

const requireReason = (reason: string | undefined): void => {
  if (reason === undefined || reason.trim() === '') {
    throw new ApiError('invalid_request', 'A move to another status needs a status_reason.', {
      details: [{ path: '/status_reason', message: 'is required with a new status' }],
    });
  }
};
