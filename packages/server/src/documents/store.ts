import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../store/engine.ts';
import { scanRead } from '../store/long-read.ts';
import { prepare, prepareList } from '../store/prepare.ts';
import { selectCards, toCard } from '../store/rows/node-cards.ts';
import { keyOfId } from '../store/identifiers.ts';
import { type ShownVersion, fromShownRow, shownColumns } from '../store/rows/versions.ts';
import type { ReadConnection, Writer } from '../store/store.ts';
import type { Row } from '../store/tables.ts';

/** Of a listed node. */
export interface NodeDocument {
  /** Of the node. */
  key: string;
  json: string;
  downloads: number;
}

/** A version with what its document says of its node. */
export interface VersionToRender {
  version: ShownVersion;
  sortKey: string;
  node: { id: string; publisherId: string };
}

export const nodeDocumentKey = (nodeKey: string): string => `node/${nodeKey}`;
export const versionDocumentKey = (nodeKey: string, sortKey: string): string =>
  `version/${nodeKey}@${sortKey}`;

/** No JSON contains it. A row for each document would take longer to hand over than its document to find. */
export const divider = '\u001e';

/** Rows of one insert, far below the parameters that an engine takes. */
const rowsPerInsert = 500;

export const writeDocumentRows = async (tx: Writer, rows: readonly Row<'documents'>[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await tx.db
      .insertInto('documents')
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          node_key: eb.ref('excluded.node_key'),
          json: eb.ref('excluded.json'),
          revision: eb.ref('excluded.revision'),
        })),
      )
      .execute();
  }
};

/** The statements on documents of one revision, compiled once. Lists of keys and ids are JSON. */
export const documentQueries = ({ before, texts }: Pick<Engine, 'before' | 'texts'>, revision: string) => {
  // Keys are few, listed nodes are many: as a sum, no engine looks through the index of these.
  const isListed = sql<SqlBool>`nodes.listed + 0 = 1`;
  const toRender = (read: ReadConnection) => nodesToRender(read, revision).where(isListed);
  const listed = (read: ReadConnection) =>
    read
      .selectFrom('documents')
      .innerJoin('nodes', 'nodes.key', 'documents.node_key')
      .where('documents.revision', '=', revision)
      .where(isListed);
  // For many keys: a join would let a planner read all nodes of a small registry for each key.
  const ofListed = (read: ReadConnection) =>
    read
      .selectFrom('documents')
      .where('documents.revision', '=', revision)
      .where(
        sql<SqlBool>`(select nodes.listed from nodes where nodes.key = documents.node_key and nodes.listed = 1) = 1`,
      );
  const oneOf = (json: string) => sql<string>`(select value from ${texts(json)} as wanted)`;
  return {
    /** By an id that the node has or had, in lower case. */
    findNode: prepare(
      (read, id: string) =>
        listed(read)
          .select(['documents.node_key as key', 'documents.json', 'nodes.downloads'])
          .where('documents.key', '=', sql<string>`'node/' || ${keyOfId(id)}`),
      (row): NodeDocument => row,
    ),
    findNodes: prepareList(
      (read, keys: string) =>
        listed(read)
          .select(['documents.node_key as key', 'documents.json', 'nodes.downloads'])
          .where('documents.key', 'in', oneOf(keys)),
      (row): NodeDocument => row,
    ),
    /** By an id that the node has or had, in lower case, and the key of the number. */
    findVersion: prepare(
      (read, id: string, sortKey: string) =>
        listed(read)
          .select('documents.json')
          .where('documents.key', '=', sql<string>`'version/' || ${keyOfId(id)} || '@' || ${sortKey}`),
      ({ json }) => json,
    ),
    /** By `<id>@<key of the number>`: one text, in that order, empty where there is none, divided by `divider`. */
    findVersions: prepare(
      (read, pairs: string) => {
        const pair = sql<string>`wanted.value`;
        const byKey = ofListed(read)
          .select('documents.json')
          .where('documents.key', '=', sql<string>`'version/' || ${pair}`);
        const id = before(pair, '@');
        // Only what is not found by its key can have another id.
        const byId = ofListed(read)
          .innerJoin('node_ids', 'node_ids.node_key', 'documents.node_key')
          .select('documents.json')
          .where('node_ids.id', '=', id)
          .where(
            'documents.key',
            '=',
            sql<string>`'version/' || node_ids.node_key || substr(${pair}, length(node_ids.id) + 1)`,
          );
        return read
          .selectFrom(texts(pairs).as('wanted'))
          .select(
            sql<string>`string_agg(coalesce(${byKey}, ${byId}, ''), ${sql.lit(divider)})`.as('documents'),
          );
      },
      ({ documents }) => documents,
    ),
    /** Of these listed nodes those without a document. */
    findNodesToRender: prepareList(
      (read, keys: string) => toRender(read).where('nodes.key', 'in', oneOf(keys)),
      toCard,
    ),
    findNodesOfPublishersToRender: prepareList(
      (read, ids: string) => toRender(read).where('nodes.publisher_id', 'in', oneOf(ids)),
      toCard,
    ),
    /** Of these Active versions those without a document. */
    findVersionsToRender: prepareList(
      (read, ids: string) => versionsToRender(read, revision).where('versions.id', 'in', oneOf(ids)),
      toVersion,
    ),
  };
};

export type DocumentQueries = ReturnType<typeof documentQueries>;

const nodesToRender = (read: ReadConnection, revision: string) =>
  selectCards(read)
    .leftJoin('documents', (on) =>
      on.on('documents.key', '=', sql<string>`'node/' || nodes.key`).on('documents.revision', '=', revision),
    )
    .where('documents.key', 'is', null);

/** A number of which an old registry holds several versions has no document, because its spelling tells them apart. */
const versionsToRender = (read: ReadConnection, revision: string) =>
  read
    .selectFrom('versions')
    .innerJoin('nodes', 'nodes.key', 'versions.node_key')
    .leftJoin('documents', (on) =>
      on
        .on('documents.key', '=', sql<string>`'version/' || versions.node_key || '@' || versions.sort_key`)
        .on('documents.revision', '=', revision),
    )
    .leftJoin('versions as twin', (on) =>
      on
        .onRef('twin.node_key', '=', 'versions.node_key')
        .onRef('twin.sort_key', '=', 'versions.sort_key')
        .onRef('twin.id', '!=', 'versions.id'),
    )
    .where('documents.key', 'is', null)
    .where('twin.id', 'is', null)
    .where('versions.status', '=', 'NodeVersionStatusActive')
    .select(shownColumns)
    .select(['versions.sort_key', 'nodes.id as node_id', 'nodes.publisher_id']);

const toVersion = (
  row: Parameters<typeof fromShownRow>[0] & { sort_key: string; node_id: string; publisher_id: string },
): VersionToRender => ({
  version: fromShownRow(row),
  sortKey: row.sort_key,
  node: { id: row.node_id, publisherId: row.publisher_id },
});

/** The keys of listed nodes above `after` without a document of this revision, and likewise the ids of Active versions. */
export const findUnrenderedNodes = async (
  read: ReadConnection,
  revision: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> => {
  const rows = await scanRead(
    read
      .selectFrom('nodes')
      .leftJoin('documents', (on) =>
        on
          .on('documents.key', '=', sql<string>`'node/' || nodes.key`)
          .on('documents.revision', '=', revision),
      )
      .where('documents.key', 'is', null)
      .where('nodes.listed', '=', 1)
      .where('nodes.key', '>', after)
      .select('nodes.key')
      .orderBy('nodes.key')
      .limit(limit),
  ).execute();
  return rows.map(({ key }) => key);
};

export const findUnrenderedVersions = async (
  read: ReadConnection,
  revision: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> => {
  const rows = await scanRead(
    versionsToRender(read, revision)
      .clearSelect()
      .select('versions.id')
      .where('versions.id', '>', after)
      .orderBy('versions.id')
      .limit(limit),
  ).execute();
  return rows.map(({ id }) => id);
};
