import { resetPassword } from '../../accounts/moderators.ts';
import type { CommandContext } from '../command-context.ts';
import { ArgumentsError } from '../exit-on-failure.ts';
import { describeUser } from './describe-user.ts';
import { onStore } from './on-store.ts';
import { operator } from './operator.ts';
import { readPassword } from './read-password.ts';
import { requireUser, requireUserByEmail } from './require-user.ts';

export const run = async (
  context: CommandContext,
  { user: id, email }: { user?: string; email?: string },
): Promise<boolean> => {
  if ((id === undefined) === (email === undefined)) {
    throw new ArgumentsError('Give either --user or --email.');
  }
  const password = await readPassword(context, 'NEW_PASSWORD');
  return onStore(context, async (store, { PUBLIC_URL }) => {
    const userId = id ?? (await requireUserByEmail(store, email ?? '')).id;
    const user = requireUser(await resetPassword(store, operator, userId, password, PUBLIC_URL), userId);
    return `${describeUser(user)} has the new password, and all their sessions ended.`;
  });
};
