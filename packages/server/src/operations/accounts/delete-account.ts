import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { knownUser, requireOwnSession } from '../../authorization/user.ts';
import { deleteAccount as remove } from '../../lifecycle/user.ts';
import type { Operation } from '../operation.ts';

/** Ends the account of the caller for good. */
export const deleteAccount: Operation<Endpoints['deleteAccount']> = async (context, caller) => {
  await act(context, caller, async (tx) => {
    requireOwnSession(tx.actor);
    await remove(tx, await knownUser(tx.db, tx.actor));
  });
};
