import type { Endpoints } from '@patchbay/contract';
import { RULESET_VERSION } from '@patchbay/inspect';
import type { Operation } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { actOnVersion } from '../../access/act-on-version.ts';
import { moversOf } from '../../lifecycle/require-move.ts';
import { moveVersion } from '../../lifecycle/version.ts';
import { outcomes } from '../../intake/outcomes.ts';
import { may } from '../../policy/rights.ts';
import { presentVersion } from '../../present/version.ts';
import type { VersionRecord } from '../../store/rows/versions.ts';

/** Asks for the package of a flagged version to be checked again, which decides anew what becomes of it. */
export const checkVersion: Operation<Endpoints['checkVersion']> = async (context, { params, ...caller }) => {
  const { node, version } = await actOnVersion(context, caller, 'version.edit', params, (tx, current) => {
    const status = 'NodeVersionStatusPending';
    if (current.status === status) {
      throw new ApiError('illegal_transition', 'This version is Pending: its checks are still to come.');
    }
    const isFlagged = current.status === 'NodeVersionStatusFlagged';
    if (isFlagged && !may(tx.actor, 'moderate')) requireOtherAnswer(current);
    return moveVersion(tx, current, status, {
      by: moversOf(tx.actor),
      set: { statusReason: null },
      log: {
        kind: 'version.check-asked-again',
        before: { status: current.status },
        after: { status },
      },
    });
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
