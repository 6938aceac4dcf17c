import { tellAccount } from '../../accounts/tell-account.ts';
import { removePasskeys } from '../../store/rows/passkeys.ts';
import { removeRecoveryCodes, removeTotp } from '../../store/rows/second-factors.ts';
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
  return onStore(context, async (store) => {
    const userId = id ?? (await requireUserByEmail(store, email ?? '')).id;
    const user = requireUser(await findUser(store.read, userId), userId);
    return store.write(operator, async (tx) => {
      const hadTotp = (await removeTotp(tx, userId)) !== undefined;
      const hadPasskey = await removePasskeys(tx, userId);
      if (!hadTotp && !hadPasskey) return `${describeUser(user)} has no second factor.`;
      await removeRecoveryCodes(tx, userId);
      await endSessions(tx, userId);
      for (const [had, factor, event] of [
        [hadTotp, 'totp', 'factor-removed'],
        [hadPasskey, 'passkey', 'passkey-removed'],
      ] as const) {
        if (!had) continue;
        await tx.append({ kind: 'user.factor-removed', about: { id: userId }, before: { factor } });
        await tellAccount(tx, userId, event);
      }
      return `${describeUser(user)} has no second factor now, and all their sessions ended.`;
    });
  });
};
