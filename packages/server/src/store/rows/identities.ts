import { uuidv7 } from 'uuidv7';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** Whom a provider knows: its issuer, and the user's id there. */
export interface ExternalId {
  issuer: string;
  subject: string;
}

export interface IdentityRecord extends ExternalId {
  id: string;
  userId: string;
  createdAt: string;
  lastUsedAt: string;
}

const passwordProvider = 'credential';

const fromRow = (row: Row<'account'>): IdentityRecord => ({
  id: row.id,
  issuer: row.providerId,
  subject: row.accountId,
  userId: row.userId,
  createdAt: new Date(row.createdAt).toISOString(),
  lastUsedAt: new Date(row.updatedAt).toISOString(),
});

const columns = ['id', 'accountId', 'providerId', 'userId', 'password', 'createdAt', 'updatedAt'] as const;

export const findIdentity = async (
  read: ReadConnection,
  { issuer, subject }: ExternalId,
): Promise<IdentityRecord | undefined> => {
  const row = await read
    .selectFrom('account')
    .select(columns)
    .where('providerId', '=', issuer)
    .where('providerId', '<>', passwordProvider)
    .where('accountId', '=', subject)
    .executeTakeFirst();
  return row && fromRow(row);
};

/** The identities of a user, the oldest first. */
export const findIdentitiesOf = async (read: ReadConnection, userId: string): Promise<IdentityRecord[]> => {
  const rows = await read
    .selectFrom('account')
    .select(columns)
    .where('userId', '=', userId)
    .where('providerId', '<>', passwordProvider)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
};

export const insertIdentity = async (
  tx: Writer,
  userId: string,
  { issuer, subject }: ExternalId,
): Promise<void> => {
  await tx.db
    .insertInto('account')
    .values({
      id: uuidv7(),
      accountId: subject,
      providerId: issuer,
      userId,
      password: null,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .execute();
};

export const markIdentityUsed = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.updateTable('account').set({ updatedAt: tx.now }).where('id', '=', id).execute();
};

export const deleteIdentity = async (tx: Writer, id: string): Promise<void> => {
  await tx.db
    .deleteFrom('account')
    .where('id', '=', id)
    .where('providerId', '<>', passwordProvider)
    .execute();
};

/** Inserts an account without a password, in the library's format. Fails if the e-mail address is taken. */
export const insertUser = async (
  tx: Writer,
  user: { id: string; name: string; email: string; isEmailVerified: boolean },
): Promise<void> => {
  await tx.db
    .insertInto('user')
    .values({
      id: user.id,
      name: user.name,
      email: user.email,
      emailVerified: user.isEmailVerified ? 1 : 0,
      image: null,
      createdAt: tx.now,
      updatedAt: tx.now,
      role: 'user',
      banned: 0,
      banReason: null,
      banExpires: null,
    })
    .execute();
};
