import type { BuiltBy, TokenAction, TokenRequest } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { measured, type Asked, type Page, findPage } from '../listing/pages.ts';
import { prepare } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/**
 * The properties of a token with their defaults; without `expiresAt` it never expires. That of a CI job has what the
 * issuer said of the job.
 */
export type TokenTerms = TokenRequest & { actions: TokenAction[]; built_by?: BuiltBy };

/** A personal access token. Only the digest of its secret is stored. */
export interface TokenRecord {
  id: string;
  publisherId: string;
  /** Every token that is still good has one. */
  makerId: string | null;
  masked: string;
  terms: TokenTerms;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A token that is good, and whether the address of its maker is verified. */
export interface LiveToken extends TokenRecord {
  isMakerVerified: boolean;
}

const fromRow = (row: Row<'tokens'>): TokenRecord => ({
  id: row.id,
  publisherId: row.publisher_id,
  makerId: row.maker_id,
  masked: row.masked,
  terms: JSON.parse(row.request_json) as TokenTerms,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

const liveFromRow = (row: Row<'tokens'> & { maker_verified: number | null }): LiveToken => ({
  ...fromRow(row),
  isMakerVerified: Boolean(row.maker_verified),
});

const selectLive = (read: ReadConnection, now: string) =>
  read
    .selectFrom('tokens')
    .innerJoin('publishers', 'publishers.id', 'tokens.publisher_id')
    .leftJoin('user', 'user.id', 'tokens.maker_id')
    .selectAll('tokens')
    .select('user.emailVerified as maker_verified')
    .where('tokens.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('tokens.expires_at', 'is', null), eb('tokens.expires_at', '>', now)]))
    .where('publishers.deleted_at', 'is', null);

/** The token with this digest. Undefined if unknown, revoked or expired by `now`, or if its publisher was deleted. */
export const findLiveToken = prepare(
  (read, sha256: string, now: string) => selectLive(read, now).where('tokens.sha256', '=', sha256),
  liveFromRow,
);

/** As `findLiveToken`, by id. */
export const findLiveTokenById = prepare(
  (read, id: string, now: string) => selectLive(read, now).where('tokens.id', '=', id),
  liveFromRow,
);

/** Why a token with this digest is no longer good; undefined if it is, or never was one. */
export const findTokenEnd = async (
  read: ReadConnection,
  sha256: string,
  now: string,
): Promise<'was revoked' | 'has expired' | undefined> => {
  const row = await read
    .selectFrom('tokens')
    .select(['revoked_at', 'expires_at'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.revoked_at !== null) return 'was revoked';
  return row.expires_at !== null && row.expires_at <= now ? 'has expired' : undefined;
};

/** A token, good or not, that is known by its digest. */
export interface FoundToken {
  id: string;
  sha256: string;
  publisherId: string;
  name: string;
  masked: string;
  revokedAt: string | null;
}

/** The tokens with these digests, good or not. */
export const findTokensByDigest = async (
  read: ReadConnection,
  digests: readonly string[],
): Promise<FoundToken[]> => {
  if (digests.length === 0) return [];
  const rows = await read
    .selectFrom('tokens')
    .select(['id', 'sha256', 'publisher_id', 'request_json', 'masked', 'revoked_at'])
    .where('sha256', 'in', digests)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sha256: row.sha256,
    publisherId: row.publisher_id,
    name: (JSON.parse(row.request_json) as TokenTerms).name,
    masked: row.masked,
    revokedAt: row.revoked_at,
  }));
};

/** A token with its maker. */
export interface ListedToken extends TokenRecord {
  maker: { id: string; name: string };
}

/** The tokens of a publisher that were not revoked, newest first. */
export const findTokens = (
  read: ReadConnection,
  publisherId: string,
  asked: Asked,
): Promise<Page<ListedToken>> =>
  findPage(
    read
      .selectFrom('tokens')
      .innerJoin('user', 'user.id', 'tokens.maker_id')
      .where('publisher_id', '=', publisherId)
      .where('revoked_at', 'is', null),
    asked,
    (chosen) =>
      chosen
        .selectAll('tokens')
        .select(['user.id as user_id', 'user.name as user_name'])
        .orderBy('tokens.id', 'desc'),
    (row) => ({ ...fromRow(row), maker: { id: row.user_id, name: row.user_name } }),
    measured('tokens.request_json'),
  );

export const insertToken = async (
  tx: Writer,
  { id = uuidv7(), publisherId, makerId }: { id?: string; publisherId: string; makerId: string },
  { sha256, masked }: { sha256: string; masked: string },
  terms: TokenTerms,
): Promise<TokenRecord> => {
  const row = await tx.db
    .insertInto('tokens')
    .values({
      id,
      publisher_id: publisherId,
      maker_id: makerId,
      sha256,
      masked,
      request_json: JSON.stringify(terms),
      created_at: tx.now,
      expires_at: terms.expiresAt ?? null,
      last_used_at: null,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
};

/** Returns false if there is no such token or it was already revoked. */
export const markTokenRevoked = async (tx: Writer, publisherId: string, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('tokens')
    .set({ revoked_at: tx.now })
    .where('id', '=', id)
    .where('publisher_id', '=', publisherId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Revokes tokens of one publisher or of all. Returns those that were not revoked before. */
export const markTokensOfMakerRevoked = async (
  tx: Writer,
  { makerId, publisherId }: { makerId: string; publisherId?: string },
): Promise<{ id: string; publisherId: string }[]> =>
  tx.db
    .updateTable('tokens')
    .set({ revoked_at: tx.now })
    .where('maker_id', '=', makerId)
    .where('revoked_at', 'is', null)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId ?? ''))
    .returning(['id', 'publisher_id as publisherId'])
    .execute();

/** Revokes those of a publisher that is deleted. Returns how many there were. */
export const markTokensOfPublisherRevoked = async (tx: Writer, publisherId: string): Promise<number> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('tokens')
    .set({ revoked_at: tx.now })
    .where('publisher_id', '=', publisherId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export const markTokenUsed = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.updateTable('tokens').set({ last_used_at: tx.now }).where('id', '=', id).execute();
};

/** Id → name of those of the tokens that are the publisher's, revoked ones included. */
export const findTokenNames = async (
  read: ReadConnection,
  publisherId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('tokens')
    .select(['id', 'request_json'])
    .where('publisher_id', '=', publisherId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, request_json: json }) => [id, (JSON.parse(json) as TokenTerms).name]));
};
