import type { NodeStatus, PublisherStatus } from '@patchbay/contract';
import { longRead } from '../long-read.ts';
import type { Store } from '../store.ts';

/** What a host that has a node installed may have to know of it. */
export interface WatchedNode {
  key: string;
  id: string;
  publisherId: string;
  status: NodeStatus;
  publisherStatus: PublisherStatus;
  isPublisherDeleted: boolean;
  latest: { id: string; version: string; sortKey: string } | undefined;
}

/** The nodes with these keys in any status, by their keys. */
export const findWatchedNodes = async (
  { engine, read }: Pick<Store, 'engine' | 'read'>,
  keys: readonly string[],
): Promise<Map<string, WatchedNode>> => {
  const rows = await longRead(
    read
      .selectFrom(engine.texts(JSON.stringify(keys)).as('wanted'))
      .innerJoin('nodes', 'nodes.key', 'wanted.value')
      .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
      .leftJoin('versions', 'versions.id', 'nodes.latest_version_id')
      .select([
        'nodes.key',
        'nodes.id',
        'nodes.publisher_id',
        'nodes.status',
        'publishers.status as publisher_status',
        'publishers.deleted_at',
        'versions.id as latest_id',
        'versions.version',
        'versions.sort_key',
      ]),
    keys.length,
  ).execute();
  return new Map(
    rows.map((row) => [
      row.key,
      {
        key: row.key,
        id: row.id,
        publisherId: row.publisher_id,
        status: row.status,
        publisherStatus: row.publisher_status,
        isPublisherDeleted: row.deleted_at !== null,
        latest:
          row.latest_id === null || row.version === null || row.sort_key === null
            ? undefined
            : { id: row.latest_id, version: row.version, sortKey: row.sort_key },
      },
    ]),
  );
};

/** Of these versions, the sort keys of those that are there, by their ids. */
export const findSortKeys = async (
  { engine, read }: Pick<Store, 'engine' | 'read'>,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await longRead(
    read
      .selectFrom(engine.texts(JSON.stringify(ids)).as('wanted'))
      .innerJoin('versions', 'versions.id', 'wanted.value')
      .select(['versions.id', 'versions.sort_key']),
    ids.length,
  ).execute();
  return new Map(rows.map(({ id, sort_key: key }) => [id, key]));
};
