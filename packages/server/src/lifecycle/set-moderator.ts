import type { Cause } from '../store/log/change.ts';
import { type UserRecord, findUser } from '../store/rows/users.ts';
import type { Store } from '../store/store.ts';
import { saveUser } from './user.ts';

/** Promotes or demotes a user. Returns the user, or undefined if there is none with this id. */
export const setModerator = (
  store: Store,
  cause: Cause,
  userId: string,
  isModerator: boolean,
): Promise<UserRecord | undefined> =>
  store.write(cause, async (tx) => {
    const user = await findUser(tx.db, userId);
    if (user === undefined) return undefined;
    const next = { ...user, isModerator };
    await saveUser(tx, user, next, null);
    return next;
  });
