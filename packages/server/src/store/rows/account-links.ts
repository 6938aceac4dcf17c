import type { LinkPurpose } from '../message-tables.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** A link that was sent to an address. */
export interface AccountLink {
  /** The SHA-256 of its secret. */
  digest: string;
  purpose: LinkPurpose;
  userId: string | null;
  email: string;
  /** The account that is to be made. */
  account: PendingAccount | undefined;
  isUsed: boolean;
}

/** An account that is made once its address is verified. */
export interface PendingAccount {
  name: string;
  passwordHash: string;
}

type NewLink = Omit<AccountLink, 'isUsed'> & { expiresAt: string };

const fromRow = (row: Row<'account_links'>): AccountLink => ({
  digest: row.digest,
  purpose: row.purpose,
  userId: row.user_id,
  email: row.email,
  account: row.account_json === null ? undefined : (JSON.parse(row.account_json) as PendingAccount),
  isUsed: row.used_at !== null,
});

export const insertLink = async (
  tx: Writer,
  { digest, purpose, userId, email, account, expiresAt }: NewLink,
): Promise<void> => {
  await tx.db
    .insertInto('account_links')
    .values({
      digest,
      purpose,
      user_id: userId,
      email: email.toLowerCase(),
      account_json: account === undefined ? null : JSON.stringify(account),
      created_at: tx.now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
};

/** The link with this digest, unless it has expired. */
export const findLink = async (
  read: ReadConnection,
  digest: string,
  now: string,
): Promise<AccountLink | undefined> => {
  const row = await read
    .selectFrom('account_links')
    .selectAll()
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && fromRow(row);
};

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
export const findLinksOfUser = async (
  { db, now }: Pick<Writer, 'db' | 'now'>,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLink[]> => {
  const rows = await db
    .selectFrom('account_links')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .execute();
  return rows.map(fromRow);
};

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
