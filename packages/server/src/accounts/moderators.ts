import type { Cause } from '../store/log/change.ts';
import type { Reader, Store, Writer } from '../store/store.ts';
import { type UserRecord, findModerators, findUserByEmail, insertModerator } from '../store/rows/users.ts';
import { type PasswordHasher, scryptHasher } from './password-hasher.ts';

export interface Person {
  email: string;
  password: string;
  name: string;
}

/** A new account, or the one that has the address, which is left as it was. */
export type Creation = { outcome: 'created' | 'taken'; user: UserRecord };

/** As `Creation`, or nothing because the registry has a moderator. */
export type FirstCreation = Creation | { outcome: 'unneeded' };

/** Makes a new account that is a moderator. An account that has the address already stays as it is. */
export const createModerator = (store: Store, cause: Cause, person: Person): Promise<Creation> =>
  create(store, cause, person, scryptHasher, (read) => findTaken(read, person.email));

/** As `createModerator`, unless the registry has a moderator. Of several processes that try at once, one creates it. */
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
    // Who signs up does not wait for writes: somebody took the address a moment ago, and it is found now.
    return store.write(cause, insert);
  }
};
