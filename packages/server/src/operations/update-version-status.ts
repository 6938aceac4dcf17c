import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { demandMove } from '../guards/move.ts';
import { liveNode, liveVersionOfNode } from '../guards/node.ts';
import { receivePackageKind } from '../jobs/kinds.ts';
import { presentVersion } from '../present/version.ts';
import { aboutVersion, difference } from '../store/changes.ts';
import { type VersionRecord, updateVersionRow } from '../store/versions.ts';

/** A moderator's move of a version, with the reason that its people get to read. */
export const updateVersionStatus: Operation<Endpoints['updateVersionStatus']> = async (
  context,
  { actor, cause, params, body },
) => {
  const { node } = await liveNode(context, actor, 'moderate', params.nodeId);
  const version = await context.store.write(cause, async (tx) => {
    const current = await liveVersionOfNode(tx.db, node, params.version);
    const next: VersionRecord = {
      ...current,
      status: body.status ?? current.status,
      statusReason: body.status_reason ?? current.statusReason,
      tagsAdmin: body.tags_admin ?? current.tagsAdmin,
    };
    demandMove('NodeVersion', 'status', current.status, next.status, ['moderator']);
    if (next.status !== current.status) {
      demandReason(body.status_reason);
      demandInstallable(next);
    }
    const change = difference(moderated(current), moderated(next));
    if (change !== undefined) {
      await updateVersionRow(tx, next);
      if (next.status !== current.status && next.status === 'NodeVersionStatusPending') {
        await tx.enqueue({ kind: receivePackageKind, subject: next.id, runAt: tx.now });
      }
      await tx.append({
        action: 'version.moderated',
        ...aboutVersion(next),
        ...change,
        ...(body.status_reason === undefined ? {} : { reason: body.status_reason }),
      });
    }
    return next;
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};

const moderated = ({ status, statusReason, tagsAdmin }: VersionRecord) => ({
  status,
  ...(statusReason === null ? {} : { status_reason: statusReason }),
  tags_admin: tagsAdmin,
});

/** One that was banned before its package came has none, and nobody could install it. */
const demandInstallable = ({ status, package: stored }: VersionRecord): void => {
  if (status === 'NodeVersionStatusActive' && stored === undefined) {
    throw new ApiError(
      'illegal_transition',
      'No package of this version is stored, so it cannot become active; its publisher has to publish one.',
    );
  }
};

const demandReason = (reason: string | undefined): void => {
  if (reason === undefined || reason.trim() === '') {
    throw new ApiError('invalid_request', 'A move to another status needs a status_reason.', {
      details: [{ path: '/status_reason', message: 'is required with a new status' }],
    });
  }
};
