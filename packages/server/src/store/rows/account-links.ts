import type { LinkPurpose } from '../message-tables.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** A link that was sent to an address. */
export type AccountLink = Row<'account_links'>;

export const insertLink = async (
  tx: Writer,
  link: Omit<AccountLink, 'created_at' | 'used_at'>,
): Promise<void> => {
  await tx.db
    .insertInto('account_links')
    .values({ ...link, email: link.email.toLowerCase(), created_at: tx.now, used_at: null })
    .execute();
};

/** The link with this digest, unless it has expired. */
export const findLink = (
  read: ReadConnection,
  digest: string,
  now: string,
): Promise<AccountLink | undefined> =>
  read
    .selectFrom('account_links')
    .selectAll()
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Removes a link. Returns whether it was there: of two uses, the first counts. */
export const deleteLink = async (tx: Writer, digest: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('account_links')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** Notes that a link was used which waits for another one. */
export const markLinkUsed = async (tx: Writer, digest: string): Promise<void> => {
  await tx.db.updateTable('account_links').set({ used_at: tx.now }).where('digest', '=', digest).execute();
};

/** The links of an account with these purposes, unless they have expired. */
export const findLinksOfUser = (
  { db, now }: Pick<Writer, 'db' | 'now'>,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLink[]> =>
  db
    .selectFrom('account_links')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .execute();

export const deleteLinksOfUser = async (
  tx: Writer,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<void> => {
  await tx.db
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
};

/** Removes links that were requested under the old password: to set another one, and to take an address. */
export const deleteLinksOfPassword = (tx: Writer, userId: string): Promise<void> =>
  deleteLinksOfUser(tx, userId, ['reset', 'leave-address', 'take-address']);

/** Removes the accounts that were to be made for an address. */
export const deleteSignUps = async (tx: Writer, email: string): Promise<void> => {
  await tx.db
    .deleteFrom('account_links')
    .where('email', '=', email.toLowerCase())
    .where('purpose', '=', 'sign-up')
    .execute();
};
