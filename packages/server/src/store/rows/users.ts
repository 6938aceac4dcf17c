import { uuidv7 } from 'uuidv7';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';
import { isErased, isNotErased } from './erased-users.ts';

/** The accounts library's role of a moderator. */
export const moderatorRole = 'admin';

/** The accounts library's provider id for passwords. */
const passwordProvider = 'credential';

/** What the rights of a user depend on. */
export interface UserStanding {
  id: string;
  isModerator: boolean;
  isBanned: boolean;
  isEmailVerified: boolean;
}

export interface UserRecord extends UserStanding {
  name: string;
  email: string;
  createdAt: string;
  banReason: string | null;
}

export const standingOf = ({
  id,
  role,
  banned,
  emailVerified,
}: Pick<Row<'user'>, 'id' | 'role' | 'banned' | 'emailVerified'>): UserStanding => ({
  id,
  isModerator: role === moderatorRole,
  isBanned: Boolean(banned),
  isEmailVerified: Boolean(emailVerified),
});

const fromRow = (row: Row<'user'>): UserRecord => ({
  ...standingOf(row),
  name: row.name,
  email: row.email,
  createdAt: new Date(row.createdAt).toISOString(),
  banReason: row.banReason,
});

/** The account, or undefined if there is none or it was deleted. */
export const findUser = async (read: ReadConnection, id: string): Promise<UserRecord | undefined> => {
  const row = await read.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined || isErased(row) ? undefined : fromRow(row);
};

/** The marks of the networks from which the account with this e-mail address, in lower case, has or had sessions. */
export const findNetworksByEmail = async (read: ReadConnection, email: string): Promise<string[]> => {
  const [networks, sessions] = await Promise.all([
    read
      .selectFrom('account_networks')
      .innerJoin('user', 'user.id', 'account_networks.user_id')
      .select('account_networks.mark')
      .where('user.email', '=', email)
      .execute(),
    // Those of servers of the version before.
    read
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .select('session.ipAddress as mark')
      .where('user.email', '=', email)
      .execute(),
  ]);
  return [...networks, ...sessions].flatMap(({ mark }) => mark ?? []);
};

/** As `findUser`, by the e-mail address, which the accounts library stores in lower case. */
export const findUserByEmail = async (
  read: ReadConnection,
  email: string,
): Promise<UserRecord | undefined> => {
  const row = await read
    .selectFrom('user')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row === undefined || isErased(row) ? undefined : fromRow(row);
};

/** All accounts but deleted ones, or the one with an address; the newest first. */
export const findUsers = (
  read: ReadConnection,
  email: string | undefined,
  asked: Asked,
): Promise<Page<UserRecord>> =>
  findPage(
    read
      .selectFrom('user')
      .where(isNotErased)
      .$if(email !== undefined, (query) => query.where('email', '=', (email ?? '').toLowerCase())),
    asked,
    (chosen) => chosen.selectAll().orderBy('createdAt', 'desc').orderBy('id'),
    fromRow,
  );

/** At most `max` users, the oldest accounts first. */
export const findModerators = async (read: ReadConnection, max: number): Promise<UserRecord[]> => {
  const rows = await read
    .selectFrom('user')
    .selectAll()
    .where('role', '=', moderatorRole)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(fromRow);
};

/** Whether anyone else moderates. Who is banned does not. */
export const hasOtherModerator = async (read: ReadConnection, userId: string): Promise<boolean> =>
  (await read
    .selectFrom('user')
    .select('id')
    .where('role', '=', moderatorRole)
    .where('id', '!=', userId)
    .where((eb) => eb.or([eb('banned', 'is', null), eb('banned', '=', 0)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Inserts an account in the library's format, so that its user can sign in. Fails if the e-mail address is taken. */
export const insertModerator = async (
  tx: Writer,
  { email, passwordHash, name }: { email: string; passwordHash: string; name: string },
): Promise<UserRecord> => {
  const row: Row<'user'> = {
    id: uuidv7(),
    name,
    email: email.toLowerCase(),
    // The operator says whose it is.
    emailVerified: 1,
    image: null,
    createdAt: tx.now,
    updatedAt: tx.now,
    role: moderatorRole,
    banned: 0,
    banReason: null,
    banExpires: null,
  };
  await tx.db.insertInto('user').values(row).execute();
  await insertPasswordHash(tx, row.id, passwordHash);
  return fromRow(row);
};

/** Sets the password of a user, also of one who had none. */
export const setPasswordHash = async (tx: Writer, userId: string, passwordHash: string): Promise<void> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('account')
    .set({ password: passwordHash, updatedAt: tx.now })
    .where('userId', '=', userId)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await insertPasswordHash(tx, userId, passwordHash);
};

/** The password hash of a user; undefined if they have none. */
export const findPasswordHash = async (read: ReadConnection, userId: string): Promise<string | undefined> => {
  const row = await read
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  return row?.password ?? undefined;
};

/** Sets the address of a user to one that is verified. Fails if another account has it. */
export const setVerifiedEmail = async (tx: Writer, userId: string, email: string): Promise<void> => {
  await tx.db
    .updateTable('user')
    .set({ email, emailVerified: 1, updatedAt: tx.now })
    .where('id', '=', userId)
    .execute();
};

const insertPasswordHash = async (tx: Writer, userId: string, passwordHash: string): Promise<void> => {
  await tx.db
    .insertInto('account')
    .values({
      id: uuidv7(),
      accountId: userId,
      providerId: passwordProvider,
      userId,
      password: passwordHash,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .execute();
};

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
};

/** Id → name. */
export const findUserNames = async (
  read: ReadConnection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};
