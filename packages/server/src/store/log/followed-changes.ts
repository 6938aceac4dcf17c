import { sql } from 'kysely';
import { longRead } from '../long-read.ts';
import type { ReadConnection } from '../store.ts';
import { fromChangeRow } from './changes.ts';
import type { ChangeOfPublisher } from './publisher-changes.ts';

/** A row of the log as followers of the catalogue need it. */
export interface FollowedChange {
  seq: number;
  at: string;
  /** One of `ChangeKind`, or one that only a newer version knows. */
  kind: string;
  subject: string;
  nodeKey: string | null;
  /** Whether it changed the status of a node. */
  changesStatus: boolean;
}

/** The last change of the log, as far as a position names it; undefined before the first. */
export const findLastChange = (
  read: ReadConnection,
): Promise<{ seq: number; at: string; subject: string } | undefined> =>
  read
    .selectFrom('changes')
    .select(['seq', 'at', 'subject'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** At most `limit` changes from a number on, oldest first. */
export const findFollowedChanges = async (
  read: ReadConnection,
  { from, limit }: { from: number; limit: number },
): Promise<FollowedChange[]> => {
  const rows = await longRead(
    read
      .selectFrom('changes')
      .select(['seq', 'at', 'action as kind', 'subject', 'node_key as nodeKey'])
      // A quotation mark within a value is behind a backslash.
      .select(
        sql<number>`case when action in ('node.updated', 'node.replicated') and before_json like '%"status":%'
          then 1 else 0 end`.as('status'),
      )
      .where('seq', '>=', from)
      .orderBy('seq')
      .limit(limit),
    limit,
  ).execute();
  return rows.map(({ status, ...row }) => ({ ...row, changesStatus: status === 1 }));
};

/** The keys of the nodes of a publisher above one, in their order. */
export const findNodeKeysOfPublisher = async (
  read: ReadConnection,
  publisherId: string,
  { from, limit }: { from: string; limit: number },
): Promise<string[]> => {
  const rows = await longRead(
    read
      .selectFrom('nodes')
      .select('key')
      .where('publisher_id', '=', publisherId)
      .where('key', '>=', from)
      .orderBy('key')
      .limit(limit),
    limit,
  ).execute();
  return rows.map(({ key }) => key);
};

/** The ids of the Active versions of a listed node above one, in their order. */
export const findActiveVersionIds = async (
  read: ReadConnection,
  nodeKey: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> => {
  const rows = await longRead(
    read
      .selectFrom('versions')
      .innerJoin('nodes', 'nodes.key', 'versions.node_key')
      .select('versions.id')
      .where('versions.node_key', '=', nodeKey)
      .where('versions.status', '=', 'NodeVersionStatusActive')
      .where('nodes.listed', '=', 1)
      .where('versions.id', '>', after)
      .orderBy('versions.id')
      .limit(limit),
    limit,
  ).execute();
  return rows.map(({ id }) => id);
};

/** A change with those who may see it. */
interface FoundChange {
  change: ChangeOfPublisher;
  /** Whose members may see it; null if nobody's. */
  publisherId: string | null;
}

/** The changes of these numbers, oldest first. */
export const findChangesBySeq = async (
  read: ReadConnection,
  seqs: readonly number[],
): Promise<FoundChange[]> => {
  if (seqs.length === 0) return [];
  const rows = await read
    .selectFrom('changes')
    .leftJoin('nodes', 'nodes.key', 'changes.node_key')
    .selectAll('changes')
    .select('nodes.id as node_id')
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    change: { ...fromChangeRow(row), nodeId: row.node_id ?? undefined },
    publisherId: row.publisher_id,
  }));
};
