import type { TrustedPublisherRequest } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** What a rule demands, with the numbers that were kept at its first use. */
export type TrustedTerms = Omit<TrustedPublisherRequest, 'issuer' | 'node_id'>;

/** A rule by which CI jobs may publish. */
export interface TrustedPublisherRecord {
  id: string;
  publisherId: string;
  /** The id of its node in lower case, which need not exist yet; null for all of the publisher. */
  nodeKey: string | null;
  makerId: string;
  /** The URL of the issuer. */
  issuer: string;
  terms: TrustedTerms;
  createdAt: string;
  lastUsedAt: string | null;
}

const fromRow = (row: Row<'trusted_publishers'>): TrustedPublisherRecord => ({
  id: row.id,
  publisherId: row.publisher_id,
  nodeKey: row.node_key,
  makerId: row.maker_id,
  issuer: row.issuer,
  terms: JSON.parse(row.terms_json) as TrustedTerms,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** A rule with its maker, and the id of its node if that exists. */
export interface ListedTrustedPublisher extends TrustedPublisherRecord {
  maker: { id: string; name: string };
  /** Null if the node does not exist. */
  nodeId: string | null;
}

const listed = (read: ReadConnection) =>
  read
    .selectFrom('trusted_publishers')
    .innerJoin('user', 'user.id', 'trusted_publishers.maker_id')
    .leftJoin('nodes', 'nodes.key', 'trusted_publishers.node_key');

const shownColumns = ['user.name as maker_name', 'nodes.id as node_id'] as const;

const fromListedRow = (
  row: Row<'trusted_publishers'> & { maker_name: string; node_id: string | null },
): ListedTrustedPublisher => ({
  ...fromRow(row),
  maker: { id: row.maker_id, name: row.maker_name },
  nodeId: row.node_id,
});

/** The rules of a publisher, in the order in which they were created. */
export const findTrustedPublishers = (
  read: ReadConnection,
  publisherId: string,
  asked: Asked,
): Promise<Page<ListedTrustedPublisher>> =>
  findPage(
    listed(read).where('trusted_publishers.publisher_id', '=', publisherId),
    asked,
    (chosen) => chosen.selectAll('trusted_publishers').select(shownColumns).orderBy('trusted_publishers.id'),
    fromListedRow,
  );

export const findTrustedPublisher = async (
  read: ReadConnection,
  id: string,
): Promise<ListedTrustedPublisher | undefined> => {
  const row = await listed(read)
    .selectAll('trusted_publishers')
    .select(shownColumns)
    .where('trusted_publishers.id', '=', id)
    .executeTakeFirst();
  return row && fromListedRow(row);
};

/** The rules of a publisher for one issuer, and, unless `nodeKey` is undefined, for that node or all, oldest first. */
export const findTrustedPublishersOf = async (
  read: ReadConnection,
  publisherId: string,
  issuer: string,
  nodeKey?: string,
): Promise<TrustedPublisherRecord[]> => {
  const rows = await read
    .selectFrom('trusted_publishers')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('issuer', '=', issuer)
    .$if(nodeKey !== undefined, (query) =>
      query.where((eb) => eb.or([eb('node_key', 'is', null), eb('node_key', '=', nodeKey ?? '')])),
    )
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
};

/** Returns the id. */
export const insertTrustedPublisher = async (
  tx: Writer,
  fresh: Pick<TrustedPublisherRecord, 'publisherId' | 'nodeKey' | 'makerId' | 'issuer' | 'terms'>,
): Promise<string> => {
  const id = uuidv7();
  await tx.db
    .insertInto('trusted_publishers')
    .values({
      id,
      publisher_id: fresh.publisherId,
      node_key: fresh.nodeKey,
      maker_id: fresh.makerId,
      issuer: fresh.issuer,
      terms_json: JSON.stringify(fresh.terms),
      created_at: tx.now,
      last_used_at: null,
    })
    .execute();
  return id;
};

/** Notes a use, and what the rule demands from then on. */
export const markTrustedPublisherUsed = async (
  tx: Writer,
  id: string,
  terms: TrustedTerms,
): Promise<void> => {
  await tx.db
    .updateTable('trusted_publishers')
    .set({ terms_json: JSON.stringify(terms), last_used_at: tx.now })
    .where('id', '=', id)
    .execute();
};

/** Gives a node the rules of its publisher for an id that it gets, and that no node had when they were made. */
export const moveTrustedPublishers = async (
  tx: Writer,
  { publisherId, key }: { publisherId: string; key: string },
  idInLowerCase: string,
): Promise<void> => {
  await tx.db
    .updateTable('trusted_publishers')
    .set({ node_key: key })
    .where('publisher_id', '=', publisherId)
    .where('node_key', '=', idInLowerCase)
    .execute();
};

export const deleteTrustedPublisherRow = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.deleteFrom('trusted_publishers').where('id', '=', id).execute();
};

/** The rules that a user made, of one publisher or of all, or all rules of a publisher, for one node or any. */
export const findTrustedPublishersBy = async (
  read: ReadConnection,
  {
    makerId,
    publisherId,
    nodeKey,
  }: { makerId?: string | undefined; publisherId?: string | undefined; nodeKey?: string | undefined },
): Promise<TrustedPublisherRecord[]> => {
  const rows = await read
    .selectFrom('trusted_publishers')
    .selectAll()
    .$if(makerId !== undefined, (query) => query.where('maker_id', '=', makerId ?? ''))
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId ?? ''))
    .$if(nodeKey !== undefined, (query) => query.where('node_key', '=', nodeKey ?? ''))
    .execute();
  return rows.map(fromRow);
};

/** Notes that the token of a CI job was exchanged. Returns false if it was before. */
export const insertTrustedToken = async (tx: Writer, row: Row<'trusted_tokens'>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('trusted_tokens')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Whether the token of a CI job with this digest was exchanged. */
export const isTrustedTokenUsed = async (read: ReadConnection, identity: string): Promise<boolean> =>
  (await read
    .selectFrom('trusted_tokens')
    .select('identity')
    .where('identity', '=', identity)
    .executeTakeFirst()) !== undefined;

/** The tokens that were exchanged by a rule and can still be good. */
export const findTokensOfTrustedPublisher = async (
  read: ReadConnection,
  { id, publisherId }: Pick<TrustedPublisherRecord, 'id' | 'publisherId'>,
): Promise<string[]> => {
  const rows = await read
    .selectFrom('trusted_tokens')
    .select('token_id')
    .where('publisher_id', '=', publisherId)
    .where('trusted_publisher_id', '=', id)
    .execute();
  return rows.map(({ token_id: tokenId }) => tokenId);
};

/** Marks expired tokens of CI jobs as revoked, of one publisher or of all. Returns the publisher of each. */
export const endExpiredTrustedTokens = async (
  tx: Writer,
  { publisherId, max }: { publisherId?: string; max: number },
): Promise<string[]> => {
  const rows = await tx.db
    .selectFrom('trusted_tokens')
    .innerJoin('tokens', 'tokens.id', 'trusted_tokens.token_id')
    .select(['tokens.id', 'tokens.publisher_id'])
    .where('tokens.revoked_at', 'is', null)
    .where('tokens.expires_at', '<=', tx.now)
    .$if(publisherId !== undefined, (query) =>
      query.where('trusted_tokens.publisher_id', '=', publisherId ?? ''),
    )
    .limit(max)
    .execute();
  if (rows.length > 0) {
    await tx.db
      .updateTable('tokens')
      .set((eb) => ({ revoked_at: eb.ref('expires_at') }))
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  }
  return rows.map(({ publisher_id: id }) => id);
};
