import type { Cause } from '../store/log/change.ts';
import type { Reader, Store, Writer } from '../store/store.ts';
import { type UserRecord, findModerators, findUserByEmail, insertModerator } from '../store/rows/users.ts';
import { type PasswordHasher, scryptHasher } from './password-hasher.ts';

export interface Person {
  email: string;
  password: string;
  name: string;
}

/** A new account, or the unchanged account that already has the address. */
export type Creation = { outcome: 'created' | 'taken'; user: UserRecord };

/** Like `Creation`, or nothing because the registry already has a moderator. */
export type FirstCreation = Creation | { outcome: 'unneeded' };

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

const findTaken = async (read: Reader, email: string): Promise<Creation | undefined> => {
  const user = await findUserByEmail(read, email);
  return user && { outcome: 'taken', user };
};

const create = async <Outcome extends FirstCreation>(
  store: Store,
  cause: Cause,
  { email, password, name }: Person,
  hasher: PasswordHasher,
  findReasonNotTo: (read: Reader) => Promise<Outcome | undefined>,
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
  try {
    return await store.write(cause, insert);
  } catch (error) {
    if (!store.engine.isUniqueViolation(error)) throw error;
    // Sign-ups do not wait for the write lock: the address was taken a moment ago, and the account exists now.
    return store.write(cause, insert);
  }
};
