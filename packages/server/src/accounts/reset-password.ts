import type { Cause } from '../store/log/change.ts';
import type { Store } from '../store/store.ts';
import { type UserRecord, endSessions, findUser, setPasswordHash } from '../store/rows/users.ts';
import { scryptHasher } from './password-hasher.ts';

/** Sets a user's password and ends all their sessions. Returns the user, or undefined if there is none with this id. */
export const resetPassword = async (
  store: Store,
  cause: Cause,
  userId: string,
  password: string,
): Promise<UserRecord | undefined> => {
  const passwordHash = await scryptHasher.hash(password);
  return store.write(cause, async (tx) => {
    const user = await findUser(tx.db, userId);
    if (user === undefined) return undefined;
    await setPasswordHash(tx, userId, passwordHash);
    await endSessions(tx, userId);
    await tx.append({ kind: 'user.password-reset', about: { id: userId } });
    return user;
  });
};
