import type { ProposalAim } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import { deleteProposals } from '../store/rows/proposals.ts';
import type { Writer } from '../store/store.ts';

/** What needs a second moderator. */
export interface Aim {
  aim: ProposalAim;
  /** As the log names it. */
  subject: string;
  /** The same for people. */
  about: string;
}

/** A moderator alone may not do this where `MODERATION=two`. The operations that can propose it catch it. */
export class SecondModeratorNeeded extends ApiError {
  readonly aim: Aim;

  constructor(aim: Aim) {
    super('forbidden', 'This needs two moderators here. Ask for it with the PUT below /admin.');
    this.aim = aim;
  }
}

/** Throws `SecondModeratorNeeded` if the write is that of one moderator where two are needed. */
export const requireSecondModerator = (tx: Writer & { needsSecond?: boolean }, aim: Aim): void => {
  if (tx.needsSecond === true) throw new SecondModeratorNeeded(aim);
};

/** Ends what this moderator proposed, or what was proposed about this, without a decision. */
export const endProposals = async (
  tx: Writer,
  of: Parameters<typeof deleteProposals>[1],
  reason: string,
): Promise<void> => {
  for (const { id, aim, subject } of await deleteProposals(tx, of)) {
    await tx.append({ kind: 'proposal.rejected', about: { id }, before: { aim, subject }, reason });
  }
};
