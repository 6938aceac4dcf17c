import { type UserRecord, findModerators } from '../../store/rows/users.ts';
import type { CommandContext } from '../command-context.ts';
import { onStore } from './on-store.ts';
import { requireUserByEmail } from './require-user.ts';

const moderatorsMax = 1_000;

export const run = (context: CommandContext, { email }: { email?: string }): Promise<boolean> =>
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
