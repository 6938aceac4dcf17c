import { createModerator } from '../../accounts/moderators.ts';
import { readAs, readConfig } from '../../config.ts';
import { setModerator } from '../../lifecycle/user.ts';
import { type UserRecord, findModerators, hasOtherModerator } from '../../store/rows/users.ts';
import type { Store } from '../../store/store.ts';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../exit-on-failure.ts';
import { describeUser, onStore, operator, readPassword, requireUser, requireUserByEmail } from './common.ts';

export const create = async (
  context: CommandContext,
  { email: written, name = 'Moderator' }: { email: string; name?: string },
): Promise<boolean> => {
  const email = readAs('ADMIN_EMAIL', '--email', written);
  const password = await readPassword(context, 'ADMIN_PASSWORD');
  const work = async (store: Store): Promise<string> => {
    const { outcome, user } = await createModerator(store, operator, { email, password, name });
    if (outcome === 'created') return `Created the moderator ${describeUser(user)}.`;
    throw new UsageError(
      user.isModerator
        ? `${describeUser(user)} is a moderator already; nothing was changed.`
        : `${describeUser(user)} has this address, and anyone may have signed up with it; nothing was changed. Create the moderator with another address or, if the account is yours, run npm run admin -- promote --user ${user.id}.`,
    );
  };
  // A registry may have its moderator before its first start.
  return onStore(context, work, readConfig);
};

export const promote = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const user = requireUser(await setModerator(store, operator, id, true), id);
    return `${describeUser(user)} is a moderator now.`;
  });

export const demote = (context: CommandContext, { user: id }: { user: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const user = requireUser(await setModerator(store, operator, id, false), id);
    const done = `${describeUser(user)} is no moderator now.`;
    const isAnyLeft = await hasOtherModerator(store.read, id);
    return isAnyLeft ? done : `${done} The registry has no moderator left; create or promote one.`;
  });

const moderatorsMax = 1_000;

export const list = (context: CommandContext, { email }: { email?: string }): Promise<boolean> =>
  onStore(context, async (store) => {
    const users =
      email === undefined
        ? await findModerators(store.read, moderatorsMax)
        : [await requireUserByEmail(store, email)];
    return users.map(describe).join('\n') || 'There is no moderator.';
  });

const describe = ({ id, email, createdAt, isModerator, isBanned }: UserRecord): string =>
  [id, email, isModerator ? 'moderator' : 'user', ...(isBanned ? ['banned'] : []), `since ${createdAt}`].join(
    '  ',
  );
