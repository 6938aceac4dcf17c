import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Cause } from '../store/log/change.ts';
import { deleteLinksOfPassword } from '../store/rows/account-links.ts';
import {
  type UserRecord,
  findModerators,
  findUser,
  findUserByEmail,
  insertModerator,
  setPasswordHash,
} from '../store/rows/users.ts';
import { endSessions } from '../store/rows/sessions.ts';
import type { ReadConnection, Store, Writer } from '../store/store.ts';
import { tellUser } from './tell.ts';
import { type PasswordHasher, scryptHasher } from './password-hasher.ts';
import { writeBesideSignUps } from './write-beside-sign-ups.ts';

export interface Person {
  email: string;
  password: string;
  name: string;
}

/** A new account, or the unchanged account that already has the address. */
type Creation = { outcome: 'created' | 'taken'; user: UserRecord };

/** Like `Creation`, or nothing because the registry already has a moderator. */
type FirstCreation = Creation | { outcome: 'unneeded' };

/** Creates a new account for a moderator. An existing account with the address is not changed. */
export const createModerator = (store: Store, cause: Cause, person: Person): Promise<Creation> =>
  create(store, cause, person, scryptHasher, (read) => findTaken(read, person.email));

/**
 * Like `createModerator`, unless the registry has a moderator. If several processes try at once, one of them creates
 * it.
 */
export const createFirstModerator = (
  store: Store,
  cause: Cause,
  person: Person,
  hasher: PasswordHasher = scryptHasher,
): Promise<FirstCreation> =>
  create<FirstCreation>(store, cause, person, hasher, async (read) => {
    const moderators = await findModerators(read, 1);
    return moderators.length > 0 ? { outcome: 'unneeded' } : findTaken(read, person.email);
  });

const findTaken = async (read: ReadConnection, email: string): Promise<Creation | undefined> => {
  const user = await findUserByEmail(read, email);
  return user && { outcome: 'taken', user };
};

const create = async <Outcome extends FirstCreation>(
  store: Store,
  cause: Cause,
  { email, password, name }: Person,
  hasher: PasswordHasher,
  findReasonNotTo: (read: ReadConnection) => Promise<Outcome | undefined>,
): Promise<Outcome | Creation> => {
  const reason = await findReasonNotTo(store.read);
  if (reason !== undefined) return reason;
  const passwordHash = await hasher.hash(password);
  const insert = async (tx: Writer): Promise<Outcome | Creation> => {
    const reason = await findReasonNotTo(tx.db);
    if (reason !== undefined) return reason;
    const user = await insertModerator(tx, { email, passwordHash, name });
    await tx.append({ kind: 'user.created', about: user, after: { name, isAdmin: true } });
    return { outcome: 'created', user };
  };
  return writeBesideSignUps(store, cause, insert);
};

/**
 * Creates the moderator of the settings if the registry has none, and logs what it did. It never changes an existing
 * account: anyone may have signed up with the operator's address. The server starts nevertheless, because otherwise
 * that stranger could prevent it.
 */
export const ensureFirstModerator = async (
  store: Store,
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Config,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  hasher: PasswordHasher,
): Promise<void> => {
  if (email === undefined || password === undefined) return;
  const creation = await createFirstModerator(
    store,
    { actor: 'server' },
    { email, password, name: 'Moderator' },
    hasher,
  );
  switch (creation.outcome) {
    case 'created':
      return log.info({ user: creation.user.id }, 'the moderator of ADMIN_EMAIL was created');
    case 'unneeded':
      return log.info('the registry has a moderator, so ADMIN_EMAIL and ADMIN_PASSWORD changed nothing');
    case 'taken':
      return log.error(
        { user: creation.user.id },
        'the registry has no moderator, and the account with the address of ADMIN_EMAIL was not made one because anyone may have signed up with it; ' +
          'set another ADMIN_EMAIL, or, if the account is yours, run "npm run admin -- promote --user <id>" with the id in this line',
      );
  }
};

/**
 * Sets a user's password, ends all their sessions and tells them by mail. Returns the user, or undefined if there is none
 * with this id.
 */
export const resetPassword = async (
  store: Store,
  cause: Cause,
  userId: string,
  password: string,
  publicUrl?: string,
): Promise<UserRecord | undefined> => {
  const passwordHash = await scryptHasher.hash(password);
  return store.write(cause, async (tx) => {
    const user = await findUser(tx.db, userId);
    if (user === undefined) return undefined;
    await setPasswordHash(tx, userId, passwordHash);
    await endSessions(tx, userId);
    await deleteLinksOfPassword(tx, userId);
    await tx.append({ kind: 'user.password-reset', about: { id: userId } });
    await tellUser(tx, { config: { SIGN_IN: 'any' }, publicUrl: () => publicUrl }, user, {
      what: 'password-set',
      subject: 'The password of your account was set',
      paragraphs: ['The operator of the registry set the password of your account. All sessions ended.'],
    });
    return user;
  });
};
