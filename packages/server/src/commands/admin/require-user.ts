import { type UserRecord, findUserByEmail } from '../../store/rows/users.ts';
import type { Store } from '../../store/store.ts';
import { UsageError } from '../exit-on-failure.ts';

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
