import { ApiError } from '../../errors.ts';
import { deleteAccount } from '../../lifecycle/delete-account.ts';
import { findUser } from '../../store/rows/users.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../exit-on-failure.ts';
import { describeUser } from './describe-user.ts';
import { onStore } from './on-store.ts';
import { operator } from './operator.ts';
import { requireUser } from './require-user.ts';

export const run = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const deleted = await store
      .write(operator, async (tx) => {
        const user = requireUser(await findUser(tx.db, id), id);
        await deleteAccount(tx, user);
        return user;
      })
      .catch((error: unknown) => {
        throw error instanceof ApiError ? new UsageError(error.message) : error;
      });
    return `Deleted the account ${describeUser(deleted)}.`;
  });
