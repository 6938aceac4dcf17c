import type { ReadConnection, Writer } from '../store.ts';

interface Look {
  userId: string;
  /** Of the password that is looked up. */
  passwordMark: string;
  /** A look at the same password since then is enough. */
  since: string;
}

/** Whether the password of a user was looked up since a time. */
export const isPasswordChecked = async (
  read: ReadConnection,
  { userId, passwordMark, since }: Look,
): Promise<boolean> => {
  const row = await read
    .selectFrom('password_checks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('password_mark', '=', passwordMark)
    .where('checked_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
};

/** Records that the password is looked up now. Returns false if another process did. */
export const beginPasswordCheck = async (tx: Writer, look: Look): Promise<boolean> => {
  if (await isPasswordChecked(tx.db, look)) return false;
  const row = { password_mark: look.passwordMark, checked_at: tx.now };
  await tx.db
    .insertInto('password_checks')
    .values({ user_id: look.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return true;
};

/** The next sign-in looks again. */
export const forgetPasswordCheck = async (tx: Writer, userId: string): Promise<void> => {
  await tx.db.deleteFrom('password_checks').where('user_id', '=', userId).execute();
};
