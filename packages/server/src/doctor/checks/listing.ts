import { compareListing, findLatestVersionId, refreshListing } from '../../store/listing/catalogue.ts';
import { findWrongCompatibility, recountCompatibility } from '../../store/listing/compatibility-counts.ts';
import { findWrongPositions, restorePositions } from '../../store/listing/positions.ts';
import {
  claimAppNodeNames,
  findLostBans,
  findUnclaimedNames,
  restoreBans,
} from '../../store/rows/app-node-names.ts';
import { findRenamed, keepIds } from '../../store/rows/node-ids.ts';
import { findNode, nodeKey } from '../../store/rows/nodes.ts';
import { findVersionById } from '../../store/rows/versions.ts';
import type { PositionedList } from '../../store/tables.ts';
import { type Check, inPages, repairNode, soughtMax } from '../check.ts';

export const latestVersions: Check = {
  name: 'latest-versions',
  promise: 'Every node names its latest version.',
  reads: 'rows',
  async *find({ read }) {
    const pages = inPages<{ key: string; latest_version_id: string | null }>((last, limit) =>
      read
        .selectFrom('nodes')
        .select(['key', 'latest_version_id'])
        .where('key', '>', last?.key ?? '')
        .orderBy('key')
        .limit(limit)
        .execute(),
    );
    for await (const rows of pages) {
      for (const { key, latest_version_id } of rows) {
        const latest = (await findLatestVersionId(read, key)) ?? null;
        if (latest === latest_version_id) continue;
        yield {
          subject: `node:${key}`,
          message: `It names ${latest_version_id ?? 'no version'} as its latest version instead of ${latest ?? 'none'}.`,
        };
      }
    }
  },
  repair: repairNode('latest-versions', 'named the latest version', (tx, key) =>
    refreshListing(tx, key, { versionsChanged: true }),
  ),
};

export const nodeIds: Check = {
  name: 'node-ids',
  promise: 'Every node that was renamed is found by each id that it has or had.',
  reads: 'rows',
  async *find({ read }) {
    const pages = inPages<{ key: string; id: string; former_ids_json: string }>((last, limit) =>
      read
        .selectFrom('renamed_nodes')
        .innerJoin('nodes', 'nodes.key', 'renamed_nodes.node_key')
        .select(['nodes.key', 'nodes.id', 'renamed_nodes.former_ids_json'])
        .where('nodes.key', '>', last?.key ?? '')
        .orderBy('nodes.key')
        .limit(limit)
        .execute(),
    );
    for await (const rows of pages) {
      if (rows.length === 0) continue;
      const named = rows.map(({ key, id, former_ids_json: formerIds }) => ({
        key,
        ids: [...(JSON.parse(formerIds) as string[]), id],
      }));
      const keys = await findRenamed(
        read,
        named.flatMap(({ ids }) => ids.map(nodeKey)),
      );
      for (const { key, ids } of named) {
        const lost = ids.filter((id) => keys.get(nodeKey(id)) !== key);
        if (lost.length > 0)
          yield { subject: `node:${key}`, message: `It is not found by ${lost.join(', ')}.` };
      }
    }
  },
  repair: repairNode('node-ids', 'gave it its ids back', async (tx, key) => {
    const node = await findNode(tx.db, key);
    if (node !== undefined) await keepIds(tx, node);
  }),
};

export const listing: Check = {
  name: 'listing',
  promise: 'What lists and searches look up of a node follows from the node, its publisher and its versions.',
  reads: 'rows',
  async *find({ read }) {
    const pages = inPages<{ key: string }>((last, limit) =>
      read
        .selectFrom('nodes')
        .select('key')
        .where('key', '>', last?.key ?? '')
        .orderBy('key')
        .limit(limit)
        .execute(),
    );
    for await (const rows of pages) {
      for (const { key } of rows) {
        const differing = await compareListing(read, key).catch(noneIfNoJson);
        if (differing.length === 0) continue;
        yield { subject: `node:${key}`, message: `It disagrees on ${differing.join(', ')}.` };
      }
    }
  },
  repair: repairNode('listing', 'derived its list data again'),
};

/** The check `json` names what cannot be read. */
const noneIfNoJson = (error: unknown): string[] => {
  if (error instanceof SyntaxError) return [];
  throw error;
};

const listPrefix = 'list:';

export const counts: Check = {
  name: 'counts',
  promise: 'The size and the last position of every list are right.',
  reads: 'rows',
  async *find({ read }) {
    for (const { list, found, expected } of await findWrongPositions(read)) {
      yield {
        subject: listPrefix + list,
        message: `It counts ${describePositions(found)} instead of ${describePositions(expected)}.`,
      };
    }
  },
  async repair({ store }, subject) {
    const list = subject.slice(listPrefix.length) as PositionedList;
    await store.write({ actor: 'operator' }, (tx) => restorePositions(tx, list));
    return 'counted it again';
  },
};

const describePositions = (positions: { listed: number; last: number } | undefined): string =>
  positions === undefined ? 'nothing' : `${positions.listed} items up to position ${positions.last}`;

export const compatibilityCounts: Check = {
  name: 'compatibility-counts',
  promise: 'Every combination of what nodes declare has the number of its nodes.',
  reads: 'rows',
  async *find({ read }) {
    for (const { combination, found, expected } of await findWrongCompatibility(read)) {
      yield {
        subject: `combination:${combination}`,
        message: `It counts ${found} nodes instead of ${expected}.`,
      };
    }
  },
  async repair({ store }) {
    await store.write({ actor: 'operator' }, recountCompatibility);
    return 'counted all combinations again';
  },
};

const versionPrefix = 'version:';

export const claims: Check = {
  name: 'claims',
  promise: 'Every app-node name of an Active version is claimed by its node.',
  reads: 'rows',
  async *find({ read }) {
    const byVersion = Map.groupBy(await findUnclaimedNames(read, soughtMax), ({ versionId }) => versionId);
    for (const [versionId, names] of byVersion) {
      const list = names.map(({ name }) => JSON.stringify(name)).join(', ');
      yield { subject: versionPrefix + versionId, message: `Its node has no claim to ${list}.` };
    }
  },
  async repair({ store }, subject) {
    await store.write({ actor: 'operator' }, async (tx) => {
      const version = await findVersionById(tx.db, subject.slice(versionPrefix.length));
      if (version === undefined) return;
      await claimAppNodeNames(tx, version);
      await tx.append({ kind: 'node.repaired', about: { key: version.nodeKey }, after: { check: 'claims' } });
    });
    return 'claimed its names from now on';
  },
};

export const appNodeBans: Check = {
  name: 'app-node-bans',
  promise: 'Every app-node that moderators banned and did not allow again is banned.',
  reads: 'rows',
  async *find({ read }) {
    for (const { nodeKey, names } of await findLostBans(read, soughtMax)) {
      const list = names.map((name) => JSON.stringify(name)).join(', ');
      yield { subject: `node:${nodeKey}`, message: `The ban of ${list} is gone.` };
    }
  },
  repair: repairNode('app-node-bans', 'banned them again', restoreBans),
};
