import { tellAccount } from '../../accounts/tell-account.ts';
import { removeFactors } from '../../lifecycle/end-other-ways-in.ts';
import { endSessions } from '../../store/rows/sessions.ts';
import { findUser } from '../../store/rows/users.ts';
import type { CommandContext } from '../command-context.ts';
import { ArgumentsError } from '../exit-on-failure.ts';
import { describeUser } from './describe-user.ts';
import { onStore } from './on-store.ts';
import { operator } from './operator.ts';
import { requireUser, requireUserByEmail } from './require-user.ts';

export const run = async (
  context: CommandContext,
  { user: id, email }: { user?: string; email?: string },
): Promise<boolean> => {
  if ((id === undefined) === (email === undefined)) {
    throw new ArgumentsError('Give either --user or --email.');
  }
  return onStore(context, async (store, config) => {
    const userId = id ?? (await requireUserByEmail(store, email ?? '')).id;
    const user = requireUser(await findUser(store.read, userId), userId);
    return store.write(operator, async (tx) => {
      const removed = await removeFactors(tx, userId);
      if (removed.length === 0) return `${describeUser(user)} has no second factor.`;
      await endSessions(tx, userId);
      for (const factor of removed) {
        const event = factor === 'totp' ? 'factor-removed' : 'passkey-removed';
        await tellAccount(tx, { config, publicUrl: () => config.PUBLIC_URL }, userId, event);
      }
      return `${describeUser(user)} has no second factor now, and all their sessions ended.`;
    });
  });
};
