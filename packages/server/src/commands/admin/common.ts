import { type Config, readAs, withoutModerator } from '../../config.ts';
import { openConfiguredStore, readConfigOfRegistry } from '../../open-database.ts';
import { type UserRecord, findUser, findUserByEmail } from '../../store/rows/users.ts';
import type { Store } from '../../store/store.ts';
import type { CommandContext } from '../command.ts';
import { ArgumentsError, UsageError } from '../exit-on-failure.ts';

/** The cause of what an operator changes at the command line. */
export const operator = { actor: 'operator' } as const;

/** Prints what `work` returns, which gets the configured store: of a registry that is there, unless `read` makes one. */
export const onStore = async (
  { environment, stdout }: CommandContext,
  work: (store: Store, config: Config) => Promise<string>,
  read = readConfigOfRegistry,
): Promise<boolean> => {
  const config = read(withoutModerator(environment));
  const store = await openConfiguredStore(config, () => new Date());
  try {
    stdout.write(`${await work(store, config)}\n`);
    return true;
  } finally {
    await store.close();
  }
};

/** An account in a sentence. Never its name, which is arbitrary text chosen by a stranger. */
export const describeUser = ({ id, email }: UserRecord): string => `${email} (user ${id})`;

/** Throws UsageError if no account has the address. */
export const requireUserByEmail = async (store: Store, email: string): Promise<UserRecord> => {
  const user = await findUserByEmail(store.read, email);
  if (user === undefined) throw new UsageError(`No account has the address ${JSON.stringify(email)}.`);
  return user;
};

/** The user that a write returned. Throws UsageError if there was none. */
export const requireUser = (user: UserRecord | undefined, id: string): UserRecord => {
  if (user !== undefined) return user;
  throw new UsageError(
    `There is no user ${JSON.stringify(id)}; npm run admin -- list --email <address> shows the id of an account.`,
  );
};

/** How a command names an account: by one of these. */
export interface Named {
  user?: string;
  email?: string;
}

export const requireOneName = ({ user, email }: Named): void => {
  if ((user === undefined) === (email === undefined)) {
    throw new ArgumentsError('Give either --user or --email.');
  }
};

/** Throws UsageError if there is no such account. */
export const namedUser = async (store: Store, { user: id, email = '' }: Named): Promise<UserRecord> =>
  id === undefined ? requireUserByEmail(store, email) : requireUser(await findUser(store.read, id), id);

/** More than any password. Input without a line feed is read only up to this size. */
const charsMax = 1_000;

/** The password in this variable, or else the first line of standard input. Throws ConfigError if it is not valid. */
export const readPassword = async (
  { environment, stdin, stderr }: CommandContext,
  variable: 'ADMIN_PASSWORD' | 'NEW_PASSWORD',
): Promise<string> => {
  const given = environment[variable];
  if (!given && stdin.isTTY === true) stderr.write('Password: ');
  const password = given || (await readFirstLine(stdin));
  return readAs('ADMIN_PASSWORD', 'The password', password);
};

const readFirstLine = async (stdin: CommandContext['stdin']): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.includes('\n') || text.length > charsMax) break;
  }
  return text.split(/\r?\n/)[0] ?? '';
};
