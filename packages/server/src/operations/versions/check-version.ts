import type { Endpoints } from '@patchbay/contract';
import { RULESET_VERSION } from '@patchbay/inspect/facts';
import { ApiError } from '../../errors.ts';
import { actOnVersion } from '../../authorization/node.ts';
import { moversOf } from '../../lifecycle/require-move.ts';
import { moveVersion } from '../../lifecycle/version.ts';
import { outcomes } from '../../packages/judge.ts';
import { may } from '../../authorization/rights.ts';
import { presentVersion } from '../../documents/present.ts';
import { isPublisherApproved } from '../../store/rows/publishers.ts';
import type { Writer } from '../../store/store.ts';
import type { VersionRecord } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

/** Enqueues a new check of a flagged version, which decides its state again. */
export const checkVersion: Operation<Endpoints['checkVersion']> = async (context, { params, ...caller }) => {
  return actOnVersion(context, caller, 'version.edit', params, async (tx, current, node) => {
    const status = 'NodeVersionStatusPending';
    if (current.status === status) {
      throw new ApiError(
        'illegal_transition',
        'This version is Pending and its checks have not finished. Wait for them.',
      );
    }
    const isFlagged = current.status === 'NodeVersionStatusFlagged';
    if (isFlagged && !may(tx.actor, 'moderate')) await requireOtherAnswer(tx, current);
    const version = await moveVersion(tx, current, status, {
      by: moversOf(tx.actor),
      set: { statusReason: null },
      log: {
        kind: 'version.check-asked-again',
        before: { status: current.status },
        after: { status },
      },
    });
    return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
  });
};

/** A publisher cannot undo a moderator's flag, and the same rules give the same findings. */
const requireOtherAnswer = async (
  tx: Writer,
  { verdict, statusReason, nodeKey }: VersionRecord,
): Promise<void> => {
  if (statusReason === outcomes['first-of-publisher'].statusReason) {
    if (await isPublisherApproved(tx.db, nodeKey)) return;
    throw new ApiError(
      'illegal_transition',
      'A moderator looks at the first version of a publisher, and none of yours was approved yet. Wait for the decision.',
    );
  }
  if (verdict === undefined || statusReason !== outcomes[verdict.outcome].statusReason) {
    throw new ApiError(
      'illegal_transition',
      'A moderator flagged this version, so checking it again changes nothing. Wait for the decision of a moderator.',
    );
  }
  if (verdict.outcome === 'found' && verdict.rulesetVersion >= RULESET_VERSION) {
    throw new ApiError(
      'illegal_transition',
      'The checks would find the same errors in this package again. Fix them and publish a new version.',
    );
  }
};
