import { type SignInEvent, limits } from '@patchbay/contract';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

interface SignIn {
  userId: string;
  event: SignInEvent;
  network: string;
  count: number;
}

/** Counts sign-ins of an account within the hour, and forgets the oldest beyond those that are kept. */
export const addSignIns = async (
  tx: Writer,
  { userId: user_id, event, network, count }: SignIn,
): Promise<void> => {
  const hour = tx.now.slice(0, '2026-01-31T15'.length);
  await tx.db
    .insertInto('sign_ins')
    .values({ user_id, event, hour, network, at: tx.now, count })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'event', 'hour', 'network'])
        .doUpdateSet((eb) => ({ at: tx.now, count: eb('sign_ins.count', '+', count) })),
    )
    .execute();
  await tx.db
    .deleteFrom('sign_ins')
    .where('user_id', '=', user_id)
    .where('event', '=', event)
    .where('at', '<=', (eb) =>
      eb
        .selectFrom('sign_ins as newer')
        .select('newer.at')
        .where('newer.user_id', '=', user_id)
        .where('newer.event', '=', event)
        .orderBy('newer.at', 'desc')
        .limit(1)
        .offset(limits.signInsKept),
    )
    .execute();
};

/** The sign-ins of an account and the failed ones. There are few: see `limits.signInsKept`. */
export const findSignIns = (read: ReadConnection, userId: string): Promise<Row<'sign_ins'>[]> =>
  read.selectFrom('sign_ins').selectAll().where('user_id', '=', userId).execute();

/** The ids of the accounts with these addresses, in lower case, by address. */
export const findUserIdsByEmail = async (
  read: ReadConnection,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await read.selectFrom('user').select(['id', 'email']).where('email', 'in', emails).execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
};

/** Of an account, the ones used last. */
const keptMax = 50;

/**
 * Notes that an account is used from a network. Returns whether that is new: it was used before, and not from there. An
 * account of which no network is known yet has nothing to compare with.
 */
export const noteNetwork = async (tx: Writer, userId: string, mark: string): Promise<boolean> => {
  const known = await tx.db
    .selectFrom('account_networks')
    .select(['mark', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .execute();
  await tx.db
    .insertInto('account_networks')
    .values({ user_id: userId, mark, seen_at: tx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'mark']).doUpdateSet({ seen_at: tx.now }))
    .execute();
  const isKnown = known.some((one) => one.mark === mark);
  const surplus = isKnown ? [] : known.slice(keptMax - 1);
  if (surplus.length > 0) {
    await tx.db
      .deleteFrom('account_networks')
      .where('user_id', '=', userId)
      .where(
        'mark',
        'in',
        surplus.map((one) => one.mark),
      )
      .execute();
  }
  return known.length > 0 && !isKnown;
};

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
