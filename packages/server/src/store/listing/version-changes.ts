import { limits } from '@patchbay/contract';
import { type AppNodeChanges, compareAppNodes, isBreaking } from '@patchbay/contract/compare';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { longRead } from '../long-read.ts';
import { type AppNodeRecord, extracted, fromAppNodeRow } from '../rows/app-nodes.ts';
import type { ShownVersion } from '../rows/versions.ts';
import { numberKey } from '../sort-key.ts';
import type { ReadConnection } from '../store.ts';
import type { Tables } from '../tables.ts';

interface Difference {
  name: string;
  kind: AppNodeChanges['kind'];
}

/** An app-node that differs between two versions. */
export interface ChangedAppNode extends Difference {
  /** Undefined if nobody can say, or it would take too long. */
  breaking: boolean | undefined;
}

/** What a version changed. */
export interface VersionChanges {
  /** The number of the next lower Active version. */
  comparedWith: string;
  total: number;
  /** At most `limits.changedAppNodesMax`. */
  appNodes: readonly ChangedAppNode[];
}

/** Two versions whose app-nodes are known. */
interface Pair {
  id: string;
  previous: { id: string; version: string };
}

interface Compared {
  pair: Pair;
  total: number;
  differences: readonly Difference[];
}

/** App-nodes in all versions that are compared; changed ones that are judged, and their definitions in bytes. */
const rowsMax = 25_000;
const judgedMax = 500;
const judgedBytesMax = 1_000_000;

/**
 * What each of these versions of a node, the highest first, changed, by the id of the version; without those of which
 * that is unknown. Names and digests say which app-nodes differ, so that only definitions of those are read.
 */
export const findVersionChanges = async (
  read: ReadConnection,
  nodeKey: string,
  versions: readonly ShownVersion[],
): Promise<ReadonlyMap<string, VersionChanges>> => {
  const pairs = await findPairs(read, nodeKey, versions);
  const shapes = await findShapes(read, pairs);
  const compared = pairs.flatMap((pair) => comparePair(pair, shapes));
  const verdicts = await judge(read, compared);
  return new Map(
    compared.map(({ pair, total, differences }) => {
      const appNodes = differences.map(({ name, kind }) => ({
        name,
        kind,
        breaking: kind === 'changed' ? verdicts.get(keyOf(pair.id, name)) : kind === 'removed',
      }));
      return [pair.id, { comparedWith: pair.previous.version, total, appNodes }];
    }),
  );
};

const findPairs = async (
  read: ReadConnection,
  nodeKey: string,
  versions: readonly ShownVersion[],
): Promise<Pair[]> => {
  const active = await read
    .selectFrom('versions')
    .select(['id', 'version', 'sort_key', 'extract_status'])
    .where('node_key', '=', nodeKey)
    .where('sort_key', '<=', numberKey(versions[0]?.version ?? '') ?? '')
    .where('status', '=', 'NodeVersionStatusActive')
    .orderBy('sort_key', 'desc')
    .limit(2 * limits.changedVersionsMax + 1)
    .execute();
  return versions.flatMap(({ id, version, status, extractStatus }): Pair[] => {
    const key = numberKey(version) ?? '';
    const previous = active.find(({ sort_key }) => sort_key < key);
    const isKnown =
      previous !== undefined &&
      extracted.includes(previous.extract_status) &&
      extracted.includes(extractStatus) &&
      status !== 'NodeVersionStatusDeleted';
    return isKnown ? [{ id, previous }] : [];
  });
};

/** The digest of each app-node by name, by the id of its version. */
type Shapes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Without the versions that are beyond `rowsMax`. */
const findShapes = async (read: ReadConnection, pairs: readonly Pair[]): Promise<Shapes> => {
  const ids = pairs.flatMap(({ id, previous }) => [id, previous.id]);
  const shapes = new Map(ids.map((id) => [id, new Map<string, string>()]));
  if (shapes.size === 0) return shapes;
  const rows = await longRead(
    read
      .selectFrom('app_nodes')
      .select(['version_id', 'name', 'shape'])
      .where('version_id', 'in', [...shapes.keys()])
      .orderBy('version_id', 'desc')
      .limit(rowsMax + 1),
  ).execute();
  for (const { version_id, name, shape } of rows) shapes.get(version_id)?.set(name, shape);
  const cut = rows[rowsMax]?.version_id;
  for (const id of ids) if (cut !== undefined && id <= cut) shapes.delete(id);
  return shapes;
};

const comparePair = (pair: Pair, shapes: Shapes): Compared[] => {
  const [before, after] = [shapes.get(pair.previous.id), shapes.get(pair.id)];
  if (before === undefined || after === undefined) return [];
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const added = [...after.keys()].filter((name) => !before.has(name));
  const changed = [...after.keys()].filter(
    (name) => before.has(name) && before.get(name) !== after.get(name),
  );
  const all = Object.entries({ removed, changed, added }).flatMap(([kind, names]) =>
    names.sort().map((name) => ({ name, kind: kind as Difference['kind'] })),
  );
  return [{ pair, total: all.length, differences: all.slice(0, limits.changedAppNodesMax) }];
};

/** Whether changes are breaking, by version and name, as far as there is room to say. */
const judge = async (
  read: ReadConnection,
  compared: readonly Compared[],
): Promise<ReadonlyMap<string, boolean | undefined>> => {
  const changed = compared
    .flatMap(({ pair, differences }) => differences.map(({ name, kind }) => ({ pair, name, kind })))
    .filter(({ kind }) => kind === 'changed')
    .slice(0, judgedMax);
  if (changed.length === 0) return new Map();
  const sizes = await read
    .selectFrom('app_nodes')
    .select(['version_id', 'name', sql<number>`octet_length(definition_json)`.as('bytes')])
    .where(isOneOf(changed))
    .execute();
  const bytesOf = new Map(sizes.map(({ version_id, name, bytes }) => [keyOf(version_id, name), bytes]));
  let room = judgedBytesMax;
  const fitting = changed.filter(({ pair, name }) => {
    for (const id of [pair.id, pair.previous.id]) room -= bytesOf.get(keyOf(id, name)) ?? 0;
    return room >= 0;
  });
  if (fitting.length === 0) return new Map();
  const rows = await longRead(read.selectFrom('app_nodes').selectAll().where(isOneOf(fitting))).execute();
  const found = rows.map(fromAppNodeRow);
  const known = new Map(found.map((appNode) => [keyOf(appNode.versionId, appNode.name), appNode]));
  const verdicts = fitting.map(({ pair, name }): [string, boolean | undefined] => {
    const [before, after] = [known.get(keyOf(pair.previous.id, name)), known.get(keyOf(pair.id, name))];
    const isKnown = before !== undefined && after !== undefined;
    return [keyOf(pair.id, name), isKnown ? isBreakingChange(before, after) : undefined];
  });
  return new Map(verdicts);
};

/** The rows of these app-nodes in both versions. */
const isOneOf =
  (changed: readonly { pair: Pair; name: string }[]) =>
  (eb: ExpressionBuilder<Tables, 'app_nodes'>): Expression<SqlBool> =>
    eb.or(
      [...Map.groupBy(changed, ({ pair }) => pair)].map(([{ id, previous }, ofPair]) =>
        eb.and([
          eb('version_id', 'in', [id, previous.id]),
          eb(
            'name',
            'in',
            ofPair.map(({ name }) => name),
          ),
        ]),
      ),
    );

const isBreakingChange = (before: AppNodeRecord, after: AppNodeRecord): boolean | undefined => {
  const [change] = compareAppNodes(
    [{ ...before.definition, app_node_name: before.name }],
    [{ ...after.definition, app_node_name: after.name }],
  );
  if (change === undefined) return false;
  if (isBreaking(change)) return true;
  return change.changes.some(({ effect }) => effect === 'unknown') ? undefined : false;
};

const keyOf = (versionId: string, name: string): string => `${versionId} ${name}`;
