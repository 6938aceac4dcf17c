import type { NodeStatus, NodeVersionIdentifier, PublisherStatus } from '@patchbay/contract';
import { longRead } from '../long-read.ts';
import { numberKey } from '../sort-key.ts';
import type { Store } from '../store.ts';
import { nodeKey } from '../rows/nodes.ts';
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
    nodeKey: nodeKey(node_id),
    sortKey: numberKey(version),
    written: version,
  }));
  const known = new Map(
    wanted.flatMap(({ nodeKey, sortKey }) =>
      sortKey === undefined ? [] : [[join(nodeKey, sortKey), [nodeKey, sortKey] as const]],
    ),
  );
  if (known.size === 0) return pairs.map(() => undefined);
  const query = read
    .selectFrom(engine.pairs([...known.values()]).as('wanted'))
    .innerJoin('nodes', 'nodes.key', 'wanted.first')
    .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
    .innerJoin('versions', (on) =>
      on.onRef('versions.node_key', '=', 'nodes.key').onRef('versions.sort_key', '=', 'wanted.second'),
    )
    .select(shownColumns)
    .select([
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
  const found = Map.groupBy(ordered, (row) => join(row.node_key, row.sort_key));
  return wanted.map(({ nodeKey, sortKey, written }) => {
    const same = sortKey === undefined ? [] : (found.get(join(nodeKey, sortKey)) ?? []);
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
const join = (nodeKey: string, sortKey: string): string => `${nodeKey}\0${sortKey}`;
