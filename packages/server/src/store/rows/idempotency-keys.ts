import { limits } from '@patchbay/contract';
import { type SqlBool, sql } from 'kysely';
import type { ReadConnection, Writer } from '../store.ts';

/** A request that was carried out. */
export interface KeptRequest {
  /** A digest of its key, its caller, its method and its URL. */
  id: string;
  accountId: string;
  bodyDigest: string;
  /** Undefined if it was too large to keep. */
  sealedAnswer: string | undefined;
  expiresAt: string;
}

export const findKeptRequest = async (
  read: ReadConnection,
  id: string,
  now: string,
): Promise<KeptRequest | undefined> => {
  const row = await read
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      id,
      accountId: row.account_id,
      bodyDigest: row.body_digest,
      sealedAnswer: row.sealed_answer ?? undefined,
      expiresAt: row.expires_at,
    }
  );
};

/** Keeps a request in place of an earlier one. Of one account only the newest are kept. */
export const upsertKeptRequest = async (
  { db }: Pick<Writer, 'db'>,
  { id, accountId, bodyDigest, sealedAnswer = null, expiresAt }: KeptRequestToWrite,
): Promise<void> => {
  const rest = {
    account_id: accountId,
    body_digest: bodyDigest,
    sealed_answer: sealedAnswer,
    expires_at: expiresAt,
  };
  await db
    .insertInto('idempotency_keys')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute();
  const oldest = await db
    .selectFrom('idempotency_keys')
    .select(['expires_at', 'id'])
    .where('account_id', '=', accountId)
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .offset(limits.keptAnswersMax)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`(expires_at, id) <= (${oldest.expires_at}, ${oldest.id})`)
    .execute();
};

/** At most `max` requests whose time was over before `before`, or whose account does not exist. */
export const findStrayRequests = async (
  read: ReadConnection,
  { before, max }: { before: string; max: number },
): Promise<{ id: string; accountId: string; expiresAt: string; isOrphan: boolean }[]> => {
  const rows = await read
    .selectFrom('idempotency_keys')
    .leftJoin('user', 'user.id', 'idempotency_keys.account_id')
    .select(['idempotency_keys.id', 'account_id', 'expires_at', 'user.id as user_id'])
    .where((eb) => eb.or([eb('expires_at', '<=', before), eb('user.id', 'is', null)]))
    .orderBy('idempotency_keys.id')
    .limit(max)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    expiresAt: row.expires_at,
    isOrphan: row.user_id === null,
  }));
};

export const deleteKeptRequest = async ({ db }: Pick<Writer, 'db'>, id: string): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('id', '=', id).execute();
};

type KeptRequestToWrite = Omit<KeptRequest, 'sealedAnswer'> & { sealedAnswer: string | null | undefined };
