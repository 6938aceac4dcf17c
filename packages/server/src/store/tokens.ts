import type { TokenRequest } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { prepare } from './prepare.ts';
import type { Reader, Writer } from './store.ts';
import type { Row } from './tables.ts';

/** A personal access token. Of the secret itself only the digest is kept. */
export interface TokenRecord {
  id: string;
  publisherId: string;
  masked: string;
  request: TokenRequest;
  createdAt: string;
  lastUsedAt: string | null;
}

const fromRow = (row: Row<'tokens'>): TokenRecord => ({
  id: row.id,
  publisherId: row.publisher_id,
  masked: row.masked,
  request: JSON.parse(row.request_json) as TokenRequest,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** The token with this digest, or undefined when it is unknown, revoked, expired by `now`, or its publisher is gone. */
export const findLiveToken = prepare(
  (read, sha256: string, now: string) =>
    read
      .selectFrom('tokens')
      .innerJoin('publishers', 'publishers.id', 'tokens.publisher_id')
      .selectAll('tokens')
      .where('tokens.sha256', '=', sha256)
      .where('tokens.revoked_at', 'is', null)
      .where((eb) => eb.or([eb('tokens.expires_at', 'is', null), eb('tokens.expires_at', '>', now)]))
      .where('publishers.deleted_at', 'is', null),
  fromRow,
);

/** The tokens of a publisher that were not revoked, newest first. */
export const findTokens = async (read: Reader, publisherId: string): Promise<TokenRecord[]> => {
  const rows = await read
    .selectFrom('tokens')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(fromRow);
};

export const insertToken = async (
  tx: Writer,
  publisherId: string,
  { sha256, masked }: { sha256: string; masked: string },
  request: TokenRequest,
): Promise<TokenRecord> => {
  const row = await tx.db
    .insertInto('tokens')
    .values({
      id: uuidv7(),
      publisher_id: publisherId,
      sha256,
      masked,
      request_json: JSON.stringify(request),
      created_at: tx.now,
      expires_at: request.expiresAt ?? null,
      last_used_at: null,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
};

/** Whether there was such a token to revoke. */
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

export const markTokenUsed = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.updateTable('tokens').set({ last_used_at: tx.now }).where('id', '=', id).execute();
};
