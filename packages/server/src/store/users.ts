import { type Asked, type Page, findPage } from './pages.ts';
import { prepare } from './prepare.ts';
import type { Reader, Writer } from './store.ts';
import type { Row } from './tables.ts';

/** The role by which the accounts library marks a moderator. */
export const moderatorRole = 'admin';

export interface UserRecord {
  id: string;
  name: string;
  email: string;
  createdAt: string;
  isModerator: boolean;
  isBanned: boolean;
  banReason: string | null;
}

const fromRow = (row: Row<'user'>): UserRecord => ({
  id: row.id,
  name: row.name,
  email: row.email,
  createdAt: new Date(row.createdAt).toISOString(),
  isModerator: row.role === moderatorRole,
  isBanned: Boolean(row.banned),
  banReason: row.banReason,
});

export const findUser = async (read: Reader, id: string): Promise<UserRecord | undefined> => {
  const row = await read.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
};

/** The session with this token, over or not, and whose it is; undefined when there is none. */
export const findSession = prepare(
  (read, token: string) =>
    read
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .selectAll('user')
      .select('session.expiresAt')
      .where('session.token', '=', token),
  (row) => ({ user: fromRow(row), expiresAt: new Date(row.expiresAt) }),
);

/** The accounts library keeps addresses in lower case. */
export const findUserByEmail = async (read: Reader, email: string): Promise<UserRecord | undefined> => {
  const row = await read
    .selectFrom('user')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row && fromRow(row);
};

export const findUsers = (read: Reader, email: string | undefined, asked: Asked): Promise<Page<UserRecord>> =>
  findPage(
    read
      .selectFrom('user')
      .$if(email !== undefined, (query) => query.where('email', '=', (email ?? '').toLowerCase())),
    asked,
    (chosen) => chosen.selectAll().orderBy('createdAt', 'desc').orderBy('id'),
    fromRow,
  );

/** Writes what a moderator may change of a user; a ban also ends every session. */
export const updateUserRow = async (
  tx: Writer,
  { id, isModerator, isBanned, banReason }: UserRecord,
): Promise<void> => {
  await tx.db
    .updateTable('user')
    .set({
      role: isModerator ? moderatorRole : 'user',
      banned: isBanned ? 1 : 0,
      banReason,
      banExpires: null,
    })
    .where('id', '=', id)
    .execute();
  if (isBanned) await tx.db.deleteFrom('session').where('userId', '=', id).execute();
};
