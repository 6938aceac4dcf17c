import type { Endpoints } from '@patchbay/contract';
import { RULESET_VERSION } from '@patchbay/inspect';
import { ApiError } from '../../errors.ts';
import { act } from '../../access/act.ts';
import { requireMove, moversOf } from '../../lifecycle/require-move.ts';
import { liveNode, writableVersion } from '../../access/node.ts';
import { receivePackageKind } from '../../jobs/kinds.ts';
import { outcomes } from '../../intake/outcomes.ts';
import { may } from '../../policy/rights.ts';
import { presentVersion } from '../../present/version.ts';
import { type VersionRecord, updateVersionRow } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

/** Asks for the package of a flagged version to be checked again, which decides anew what becomes of it. */
export const checkVersion: Operation<Endpoints['checkVersion']> = async (context, { params, ...caller }) => {
  const { node, version } = await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'version.edit', params.nodeId);
    const current = await writableVersion(tx, node, params.version);
    const status = 'NodeVersionStatusPending';
    if (current.status === status) {
      throw new ApiError('illegal_transition', 'This version is Pending: its checks are still to come.');
    }
    requireMove('NodeVersion', 'status', current.status, status, moversOf(tx.actor));
    if (!may(tx.actor, 'moderate')) requireOtherAnswer(current);
    const next: VersionRecord = { ...current, status, statusReason: null };
    await updateVersionRow(tx, next);
    await tx.enqueue({ kind: receivePackageKind, subject: next.id, runAt: tx.now });
    await tx.append({
      kind: 'version.check-asked-again',
      about: next,
      before: { status: current.status },
      after: { status },
    });
    return { node, version: next };
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};

/** A publisher may not undo what a moderator flagged, and the same rules find the same in the same bytes. */
const requireOtherAnswer = ({ verdict, statusReason }: VersionRecord): void => {
  if (verdict === undefined || statusReason !== outcomes[verdict.outcome].statusReason) {
    throw new ApiError(
      'illegal_transition',
      'It was not the checks that flagged this version; a moderator has to decide.',
    );
  }
  if (verdict.outcome === 'found' && verdict.rulesetVersion >= RULESET_VERSION) {
    throw new ApiError(
      'illegal_transition',
      'The same package would be found at fault again; publish a new version without what was found.',
    );
  }
};
