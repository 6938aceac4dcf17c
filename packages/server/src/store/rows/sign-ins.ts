import { type SignInEvent, limits } from '@patchbay/contract';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

export interface SignIn {
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

/** Forgets about `max` sign-ins before a time, more if some were at once. Returns how many. */
export const deleteOldSignIns = async (
  tx: Writer,
  { before, max }: { before: string; max: number },
): Promise<number> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('sign_ins')
    .where('at', 'in', (eb) =>
      eb.selectFrom('sign_ins as old').select('old.at').where('old.at', '<', before).limit(max),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
