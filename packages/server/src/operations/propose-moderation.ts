import type { Caller } from '../accounts/identify.ts';
import { type Act, act } from '../authorization/act.ts';
import type { Context } from '../context.ts';
import { type Proposed, propose } from '../lifecycle/proposal.ts';
import { SecondModeratorNeeded } from '../lifecycle/second-moderator.ts';
import { presentProposal } from '../present/moderation.ts';
import { Accepted } from './answers.ts';

/**
 * As `act`, for what may need a second moderator. If it does, nothing of it is done, and it is proposed: `proposed` says
 * what to carry out once another moderator approves it.
 */
export const actOrPropose = async <T>(
  context: Context,
  caller: Caller,
  proposed: Proposed,
  work: (tx: Act) => Promise<T>,
): Promise<T | Accepted> => {
  try {
    return await act(context, caller, work);
  } catch (error) {
    if (!(error instanceof SecondModeratorNeeded)) throw error;
    const { aim } = error;
    return act(
      context,
      caller,
      async (tx) => new Accepted(presentProposal(await propose(tx, proposed, aim))),
    );
  }
};
