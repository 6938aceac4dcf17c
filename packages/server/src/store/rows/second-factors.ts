import type { ReadConnection, Writer } from '../store.ts';
import { countRows } from './any-rows.ts';
import type { NewRow, Row } from '../tables.ts';
import { hasPasskey } from './passkeys.ts';

/** An authenticator app, which counts for nothing before a code of it was entered. */
export type TotpRecord = Row<'totp_factors'>;

/** The authenticator app of a user, confirmed or not. */
export const findTotp = (read: ReadConnection, userId: string): Promise<TotpRecord | undefined> =>
  read.selectFrom('totp_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** What a sign-in must prove besides the password where there are passkeys and no app: any of them, or a recovery code. */
const anyPasskey = 'passkey';

/**
 * The second factor that a sign-in of a user must prove: the id of the authenticator app, or `anyPasskey`, which is the
 * id of none. Undefined if there is none.
 */
export const findFactorId = async (read: ReadConnection, userId: string): Promise<string | undefined> => {
  const totp = await findTotp(read, userId);
  if (totp !== undefined && totp.confirmed_at !== null) return totp.id;
  return (await hasPasskey(read, userId)) ? anyPasskey : undefined;
};

/** Puts one that is not confirmed in the place of another that was not. */
export const replaceTotp = async (
  tx: Writer,
  factor: Pick<NewRow<'totp_factors'>, 'id' | 'user_id' | 'sealed_secret'>,
): Promise<void> => {
  await tx.db.deleteFrom('totp_factors').where('user_id', '=', factor.user_id).execute();
  await tx.db
    .insertInto('totp_factors')
    .values({ ...factor, created_at: tx.now, confirmed_at: null, last_step: null })
    .execute();
};

export const confirmTotp = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.updateTable('totp_factors').set({ confirmed_at: tx.now }).where('id', '=', id).execute();
};

/** Uses up the codes up to this step. Returns whether that of the step was left. */
export const useStep = async (tx: Writer, id: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Removes the authenticator app of a user, confirmed or not. Returns the id of a confirmed one. */
export const removeTotp = async (tx: Writer, userId: string): Promise<string | undefined> => {
  const totp = await findTotp(tx.db, userId);
  await tx.db.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
  return totp === undefined || totp.confirmed_at === null ? undefined : totp.id;
};

export const removeRecoveryCodes = async (tx: Writer, userId: string): Promise<void> => {
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
};

export const replaceRecoveryCodes = async (
  tx: Writer,
  userId: string,
  digests: readonly string[],
): Promise<void> => {
  await removeRecoveryCodes(tx, userId);
  await tx.db
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ user_id: userId, digest })))
    .execute();
};

/** Uses a recovery code up. Returns whether there was one with this digest. */
export const useRecoveryCode = async (tx: Writer, userId: string, digest: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

export const countRecoveryCodes = (read: ReadConnection, userId: string): Promise<number> =>
  countRows(read.selectFrom('recovery_codes').where('user_id', '=', userId));

/** Whether a user owns a publisher; with `downloadsMin`, one that has a node with so many downloads. */
export const isOwnerAnywhere = async (
  read: ReadConnection,
  userId: string,
  downloadsMin: number | undefined,
): Promise<boolean> => {
  const owned = read
    .selectFrom('members')
    .select('members.id')
    .where('members.user_id', '=', userId)
    .where('members.role', '=', 'owner')
    .$if(downloadsMin !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('nodes')
            .select('nodes.key')
            .whereRef('nodes.publisher_id', '=', 'members.publisher_id')
            .where('nodes.downloads', '>=', downloadsMin ?? 0),
        ),
      ),
    );
  return (await owned.limit(1).executeTakeFirst()) !== undefined;
};
