import { limits } from '@patchbay/contract';
import type { ReadConnection, Writer } from '../store.ts';
import { deleteEnded } from './any-rows.ts';
import type { NewRow, Row } from '../tables.ts';

export type PasskeyRecord = Row<'passkeys'>;

/** The passkeys of a user, in the order in which they were added. */
export const findPasskeys = (read: ReadConnection, userId: string): Promise<PasskeyRecord[]> =>
  read
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(limits.passkeysMax)
    .execute();

export const hasPasskey = async (read: ReadConnection, userId: string): Promise<boolean> =>
  (await read
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findPasskey = (read: ReadConnection, credentialId: string): Promise<PasskeyRecord | undefined> =>
  read.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

export const insertPasskey = async (tx: Writer, passkey: NewRow<'passkeys'>): Promise<void> => {
  await tx.db.insertInto('passkeys').values(passkey).execute();
};

/** Records a use. Returns false if the passkey was used or removed since its counter was read. */
export const usePasskey = async (
  tx: Writer,
  { id, counter: known }: Pick<PasskeyRecord, 'id' | 'counter'>,
  counter: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('passkeys')
    .set({ counter, last_used_at: tx.now })
    .where('id', '=', id)
    .where('counter', '=', known)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Removes a passkey of a user. Returns whether there was one with this id. */
export const removePasskey = async (tx: Writer, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** Removes all passkeys of a user. Returns whether there was one. */
export const removePasskeys = async (tx: Writer, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** Of those that expired, how many one use removes. */
const removedMax = 100;

/** Uses a challenge up. Returns whether it was not used before. */
export const useChallenge = async (tx: Writer, challenge: NewRow<'used_challenges'>): Promise<boolean> => {
  await deleteEnded(tx, 'used_challenges', { by: tx.now, max: removedMax });
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('used_challenges')
    .values(challenge)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};
