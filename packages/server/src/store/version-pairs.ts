import type { NodeVersionIdentifier } from '@patchbay/contract';
import type { Store } from './store.ts';
import { type ShownVersion, fromShownRow, shownColumns } from './versions.ts';

/** What a bulk request needs to know of one pair that exists. */
export interface FoundVersion {
  version: ShownVersion;
  node: { id: string; publisherId: string; status: string; publisherStatus: string };
}

/**
 * Looks up all pairs in one statement, so that they are of one moment. The answer is keyed by
 * `pairKey`; what was not found is not in it.
 */
export const findVersionsByPairs = async (
  { engine, read }: Store,
  pairs: readonly NodeVersionIdentifier[],
): Promise<Map<string, FoundVersion>> => {
  if (pairs.length === 0) return new Map();
  const wanted = engine.pairs(pairs.map(({ node_id, version }) => [node_id.toLowerCase(), version]));
  const rows = await read
    .selectFrom(wanted.as('wanted'))
    .innerJoin('nodes', 'nodes.key', 'wanted.first')
    .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
    .innerJoin('versions', (on) =>
      on.onRef('versions.node_key', '=', 'nodes.key').onRef('versions.version', '=', 'wanted.second'),
    )
    .select(shownColumns)
    .select([
      'nodes.id as canonical_id',
      'nodes.publisher_id',
      'nodes.status as node_status',
      'publishers.status as publisher_status',
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      pairKey({ node_id: row.node_key, version: row.version }),
      {
        version: fromShownRow(row),
        node: {
          id: row.canonical_id,
          publisherId: row.publisher_id,
          status: row.node_status,
          publisherStatus: row.publisher_status,
        },
      },
    ]),
  );
};

/** NUL cannot occur in a stored id, so the key is unambiguous. */
export const pairKey = ({ node_id, version }: NodeVersionIdentifier): string =>
  `${node_id.toLowerCase()}\0${version}`;
