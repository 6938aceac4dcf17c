import type { ProposalAim } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
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
    super('forbidden', 'This needs two moderators here. Ask for it at its endpoint below /admin.');
    this.aim = aim;
  }
}

/** Throws `SecondModeratorNeeded` if the write is that of one moderator where two are needed. */
export const requireSecondModerator = (tx: Writer & { needsSecond?: boolean }, aim: Aim): void => {
  if (tx.needsSecond === true) throw new SecondModeratorNeeded(aim);
};
