import type { NodeStatus, NodeVersionIdentifier, PublisherStatus } from '@patchbay/contract';
import { sql } from 'kysely';
import { longRead } from '../long-read.ts';
import { numberKey } from '../sort-key.ts';
import type { Store } from '../store.ts';
import { nodeKey } from '../rows/nodes.ts';
import { keyOfId } from '../identifiers.ts';
import { type ShownVersion, fromShownRow, shownColumns } from '../rows/versions.ts';

/** The columns that a bulk response needs for one existing pair. */
export interface FoundVersion {
  version: ShownVersion;
  node: { id: string; publisherId: string; status: NodeStatus };
  publisher: { status: PublisherStatus };
}

/**
 * Looks up all pairs in one statement, so that they belong to one moment, each by its number as `findVersion` does.
 * Results are in the order of the pairs; undefined where there is no such version.
 */
export const findVersionsByPairs = async (
  { engine, read }: Store,
  pairs: readonly NodeVersionIdentifier[],
): Promise<(FoundVersion | undefined)[]> => {
  const wanted = pairs.map(({ node_id, version }) => ({
    nodeId: nodeKey(node_id),
    sortKey: numberKey(version),
    written: version,
  }));
  const known = new Map(
    wanted.flatMap(({ nodeId, sortKey }) =>
      sortKey === undefined ? [] : [[join(nodeId, sortKey), [nodeId, sortKey] as const]],
    ),
  );
  if (known.size === 0) return pairs.map(() => undefined);
  const query = read
    .selectFrom(engine.pairs([...known.values()]).as('wanted'))
    .innerJoin('nodes', (on) => on.on('nodes.key', '=', keyOfId(sql.ref('wanted.first'))))
    .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
    .innerJoin('versions', (on) =>
      on.onRef('versions.node_key', '=', 'nodes.key').onRef('versions.sort_key', '=', 'wanted.second'),
    )
    .select(shownColumns)
    .select([
      'wanted.first as asked_id',
      'versions.sort_key',
      'versions.duplicate',
      'nodes.id as canonical_id',
      'nodes.publisher_id',
      'nodes.status as node_status',
      'publishers.status as publisher_status',
    ]);
  const rows = await longRead(query, known.size).execute();
  // Sorted here: a database would copy all rows to sort them.
  const ordered = rows.toSorted((one, other) => one.duplicate - other.duplicate);
  const found = Map.groupBy(ordered, (row) => join(row.asked_id, row.sort_key));
  return wanted.map(({ nodeId, sortKey, written }) => {
    const same = sortKey === undefined ? [] : (found.get(join(nodeId, sortKey)) ?? []);
    const row = same.find(({ version }) => version === written) ?? same[0];
    return (
      row && {
        version: fromShownRow(row),
        node: {
          id: row.canonical_id,
          publisherId: row.publisher_id,
          status: row.node_status,
        },
        publisher: { status: row.publisher_status },
      }
    );
  });
};

/** NUL cannot occur in a sort key, so the last NUL separates the two. */
const join = (nodeId: string, sortKey: string): string => `${nodeId}\0${sortKey}`;
