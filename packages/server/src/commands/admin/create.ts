import { createModerator } from '../../accounts/moderators.ts';
import { readAs } from '../../config.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../exit-on-failure.ts';
import { describeUser } from './describe-user.ts';
import { onStore } from './on-store.ts';
import { operator } from './operator.ts';
import { readPassword } from './read-password.ts';

export const run = async (
  context: CommandContext,
  { email: written, name = 'Moderator' }: { email: string; name?: string },
): Promise<boolean> => {
  const email = readAs('ADMIN_EMAIL', '--email', written);
  const password = await readPassword(context, 'ADMIN_PASSWORD');
  return onStore(context, async (store) => {
    const { outcome, user } = await createModerator(store, operator, { email, password, name });
    if (outcome === 'created') return `Created the moderator ${describeUser(user)}.`;
    throw new UsageError(
      user.isModerator
        ? `${describeUser(user)} is a moderator already; nothing was changed.`
        : `${describeUser(user)} has this address, and anyone may have signed up with it; nothing was changed. Create the moderator with another address or, if the account is yours, run npm run admin -- promote --user ${user.id}.`,
    );
  });
};
