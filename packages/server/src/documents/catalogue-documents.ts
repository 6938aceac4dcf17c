import type { Profile } from '@patchbay/contract';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../store/engine.ts';
import { longRead } from '../store/long-read.ts';
import { findNodeCards } from '../store/rows/node-cards.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import { fromShownRow, shownColumns } from '../store/rows/versions.ts';
import type { ReadConnection } from '../store/store.ts';
import { fillForCatalogue, fillVersion, makeRenderer } from './render.ts';

/** What followers of the catalogue get of a node. */
export interface CatalogueNode {
  key: string;
  id: string;
  /** The ids that it had before, oldest first. */
  formerIds: readonly string[];
  publisherId: string;
  /** Undefined unless the public sees it. */
  json: string | undefined;
}

/** What followers of the catalogue get of a version. */
export interface CatalogueVersion {
  id: string;
  nodeKey: string;
  nodeId: string;
  publisherId: string;
  version: string;
  /** Undefined unless the public sees it. */
  json: string | undefined;
}

/** Reads the documents of nodes and versions as followers get them. What has no document is rendered from its rows. */
export class CatalogueDocuments {
  readonly #engine: Pick<Engine, 'texts' | 'withoutIndex'>;
  readonly #publicUrl: () => string;
  readonly #renderer: ReturnType<typeof makeRenderer>;

  constructor(engine: Pick<Engine, 'texts' | 'withoutIndex'>, profile: Profile, publicUrl: () => string) {
    this.#engine = engine;
    this.#publicUrl = publicUrl;
    this.#renderer = makeRenderer(profile);
  }

  /** Differs wherever the same rows would be rendered as another text. */
  get rendering(): string {
    return `${this.#renderer.revision} ${this.#publicUrl()}`;
  }

  /** By their keys, without those that never were. */
  async nodes(read: ReadConnection, keys: readonly string[]): Promise<Map<string, CatalogueNode>> {
    if (keys.length === 0) return new Map();
    const rows = await longRead(
      selectNodes(read, this.#renderer.revision).where('nodes.key', 'in', this.#oneOf(keys)),
      keys.length,
    ).execute();
    return new Map((await this.#toNodes(read, rows)).map((node) => [node.key, node]));
  }

  /** The listed nodes above an id in lower case, in the order of these. */
  async listedNodes(
    read: ReadConnection,
    { after, limit }: { after: string; limit: number },
  ): Promise<CatalogueNode[]> {
    const listed = selectNodes(read, this.#renderer.revision)
      // In the order of keys: the index of listed nodes would have to be sorted for each page.
      .where(sql<SqlBool>`${this.#engine.withoutIndex('nodes.listed')} = 1`);
    const neverRenamed = listed
      .where('renamed_nodes.node_key', 'is', null)
      .where('nodes.key', '>', after)
      .orderBy('nodes.key');
    const renamed = listed
      .innerJoin('node_ids', 'node_ids.node_key', 'nodes.key')
      .where('node_ids.id', '=', sql<string>`lower(nodes.id)`)
      .where('node_ids.id', '>', after)
      .orderBy('node_ids.id');
    const rows = [...(await neverRenamed.limit(limit).execute()), ...(await renamed.limit(limit).execute())]
      .toSorted((one, other) => (nodeKey(one.id) < nodeKey(other.id) ? -1 : 1))
      .slice(0, limit);
    return this.#toNodes(read, rows);
  }

  /** By their ids, without those that are gone. */
  async versions(read: ReadConnection, ids: readonly string[]): Promise<Map<string, CatalogueVersion>> {
    if (ids.length === 0) return new Map();
    const rows = await longRead(
      selectVersions(read, this.#renderer.revision).where('versions.id', 'in', this.#oneOf(ids)),
      ids.length,
    ).execute();
    return new Map(rows.map((row) => [row.id, this.#toVersion(row)]));
  }

  /** The Active versions of listed nodes behind one of them, in the order of nodes and their ids. */
  async activeVersions(
    read: ReadConnection,
    { nodeKey, after, limit }: { nodeKey: string; after: string; limit: number },
  ): Promise<CatalogueVersion[]> {
    const rows = await selectVersions(read, this.#renderer.revision)
      .where('nodes.listed', '=', 1)
      .where('versions.status', '=', 'NodeVersionStatusActive')
      .where('versions.node_key', '=', nodeKey)
      .where('versions.id', '>', after)
      .orderBy('versions.id')
      .limit(limit)
      .execute();
    return rows.map((row) => this.#toVersion(row));
  }

  #oneOf(texts: readonly string[]) {
    return sql<string>`(select value from ${this.#engine.texts(JSON.stringify(texts))} as wanted)`;
  }

  async #toNodes(
    read: ReadConnection,
    rows: readonly RowOf<ReturnType<typeof selectNodes>>[],
  ): Promise<CatalogueNode[]> {
    const missing = rows.filter(({ listed, json }) => listed === 1 && json === null).map(({ key }) => key);
    const cards = new Map((await findNodeCards(read, missing)).map((card) => [card.node.key, card]));
    return rows.map(({ key, id, publisher_id: publisherId, former_ids_json: former, listed, json }) => {
      const card = cards.get(key);
      const text = card === undefined ? json : this.#renderer.node(card);
      return {
        key,
        id,
        formerIds: former === null ? [] : (JSON.parse(former) as string[]),
        publisherId,
        json: listed === 1 && text !== null ? fillForCatalogue(text, this.#publicUrl()) : undefined,
      };
    });
  }

  #toVersion(row: RowOf<ReturnType<typeof selectVersions>>): CatalogueVersion {
    const { id, node_key: nodeKey, node_id: nodeId, publisher_id: publisherId, version, json } = row;
    const found = { id, nodeKey, nodeId, publisherId, version };
    if (row.listed !== 1 || row.status !== 'NodeVersionStatusActive') return { ...found, json: undefined };
    // An old registry can hold several versions of one number, which share the key of a document.
    const isOwn = json?.startsWith(`{"id":${JSON.stringify(id)},`) ?? false;
    const text =
      json !== null && isOwn ? json : this.#renderer.version(fromShownRow(row), { id: nodeId, publisherId });
    return { ...found, json: fillVersion(text, this.#publicUrl()) };
  }
}

const selectNodes = (read: ReadConnection, revision: string) =>
  read
    .selectFrom('nodes')
    .leftJoin('documents', (on) =>
      on.on('documents.key', '=', sql<string>`'node/' || nodes.key`).on('documents.revision', '=', revision),
    )
    .leftJoin('renamed_nodes', 'renamed_nodes.node_key', 'nodes.key')
    .select(['nodes.key', 'nodes.id', 'nodes.publisher_id', 'nodes.listed', 'documents.json'])
    .select('renamed_nodes.former_ids_json');

const selectVersions = (read: ReadConnection, revision: string) =>
  read
    .selectFrom('versions')
    .innerJoin('nodes', 'nodes.key', 'versions.node_key')
    .leftJoin('documents', (on) =>
      on
        .on('documents.key', '=', sql<string>`'version/' || versions.node_key || '@' || versions.sort_key`)
        .on('documents.revision', '=', revision),
    )
    .select(shownColumns)
    .select(['nodes.id as node_id', 'nodes.publisher_id', 'nodes.listed', 'documents.json']);

type RowOf<Query extends { execute(): Promise<unknown[]> }> = Awaited<ReturnType<Query['execute']>>[number];
