import { createModerator } from '../../accounts/moderators.ts';
import { resetPassword } from '../../accounts/reset-password.ts';
import { readAs } from '../../config.ts';
import { setModerator } from '../../lifecycle/set-moderator.ts';
import type { Store } from '../../store/store.ts';
import { type UserRecord, findModerators, findUserByEmail } from '../../store/rows/users.ts';
import { UsageError } from '../exit-on-failure.ts';
import { readPassword } from './read-password.ts';

export type AdminOption = 'email' | 'name' | 'user';
type Values = Partial<Record<AdminOption, string>>;

export interface AdminCommand {
  usage: string;
  options: readonly AdminOption[];
  /** Whether the options match the command. */
  accepts(values: Values): boolean;
  /** Reads the remaining input and returns a function that does the work and returns the output. Throws UsageError. */
  prepare(values: Values): Promise<(store: Store) => Promise<string>>;
}

const cause = { actor: 'operator' };
const moderatorsMax = 1_000;

/** The commands of `npm run admin`. They never print a name, because a name is arbitrary text chosen by a stranger. */
export const adminCommands: Readonly<Record<string, AdminCommand>> = {
  create: {
    usage:
      'create --email <address> [--name <name>], with the password in ADMIN_PASSWORD or on standard input',
    options: ['email', 'name'],
    accepts: ({ email }) => email !== undefined,
    async prepare({ email: written = '', name = 'Moderator' }) {
      const email = readAs('ADMIN_EMAIL', '--email', written);
      const password = await readPassword('ADMIN_PASSWORD');
      return async (store) => {
        const { outcome, user } = await createModerator(store, cause, { email, password, name });
        if (outcome === 'created') return `Created the moderator ${describe(user)}.`;
        throw new UsageError(
          user.isModerator
            ? `${describe(user)} is a moderator already; nothing was changed.`
            : `${describe(user)} has this address, and anyone may have signed up with it; nothing was changed. Create the moderator with another address or, if the account is yours, run npm run admin -- promote --user ${user.id}.`,
        );
      };
    },
  },
  promote: {
    usage: 'promote --user <id>',
    options: ['user'],
    accepts: ({ user }) => user !== undefined,
    prepare:
      async ({ user = '' }) =>
      async (store) =>
        `${describe(await setRole(store, user, true))} is a moderator now.`,
  },
  demote: {
    usage: 'demote --user <id>',
    options: ['user'],
    accepts: ({ user }) => user !== undefined,
    prepare:
      async ({ user = '' }) =>
      async (store) => {
        const done = `${describe(await setRole(store, user, false))} is no moderator now.`;
        const isAnyLeft = (await findModerators(store.read, 1)).length > 0;
        return isAnyLeft ? done : `${done} The registry has no moderator left; create or promote one.`;
      },
  },
  list: {
    usage: 'list [--email <address>]',
    options: ['email'],
    accepts: () => true,
    prepare:
      async ({ email }) =>
      async (store) => {
        if (email !== undefined) return describeAtLength(await requireUserByEmail(store, email));
        const moderators = await findModerators(store.read, moderatorsMax);
        return moderators.map(describeAtLength).join('\n') || 'There is no moderator.';
      },
  },
  'reset-password': {
    usage:
      'reset-password --user <id> | --email <address>, with the new password in NEW_PASSWORD or on standard input',
    options: ['user', 'email'],
    accepts: ({ user, email }) => (user === undefined) !== (email === undefined),
    async prepare({ user: id, email }) {
      const password = await readPassword('NEW_PASSWORD');
      return async (store) => {
        const userId = id ?? (await requireUserByEmail(store, email ?? '')).id;
        const user = await resetPassword(store, cause, userId, password);
        if (user === undefined) throw noUser(userId);
        return `${describe(user)} has the new password, and all their sessions ended.`;
      };
    },
  },
};

const describe = ({ id, email }: UserRecord): string => `${email} (user ${id})`;

const describeAtLength = ({ id, email, createdAt, isModerator, isBanned }: UserRecord): string =>
  [id, email, isModerator ? 'moderator' : 'user', ...(isBanned ? ['banned'] : []), `since ${createdAt}`].join(
    '  ',
  );

const setRole = async (store: Store, id: string, isModerator: boolean): Promise<UserRecord> => {
  const user = await setModerator(store, cause, id, isModerator);
  if (user === undefined) throw noUser(id);
  return user;
};

const requireUserByEmail = async (store: Store, email: string): Promise<UserRecord> => {
  const user = await findUserByEmail(store.read, email);
  if (user === undefined) throw new UsageError(`No account has the address ${JSON.stringify(email)}.`);
  return user;
};

const noUser = (id: string): UsageError =>
  new UsageError(
    `There is no user ${JSON.stringify(id)}; npm run admin -- list --email <address> shows the id of an account.`,
  );
