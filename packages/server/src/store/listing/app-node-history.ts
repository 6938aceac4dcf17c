import { limits } from '@patchbay/contract';
import { extracted } from '../rows/app-nodes.ts';
import type { ShownVersion } from '../rows/versions.ts';
import { numberKey } from '../sort-key.ts';
import type { ReadConnection } from '../store.ts';

export interface AppNodeHistory {
  /** The first of the versions in a row, up to the one asked for, that have it; undefined if it may be older. */
  since?: string;
  /** The last of them that changed its inputs or outputs. */
  changedIn?: string;
}

/**
 * Since when app-nodes of a version exist, and which version changed them last, as far as the last Active versions
 * say. It reads no definitions, which can be large.
 */
export const findAppNodeHistory = async (
  read: ReadConnection,
  { id: versionId, nodeKey, version: number }: ShownVersion,
  names: readonly string[],
): Promise<ReadonlyMap<string, AppNodeHistory>> => {
  if (names.length === 0) return new Map();
  const newestFirst = await read
    .selectFrom('versions')
    .select(['id', 'version'])
    .where('node_key', '=', nodeKey)
    .where('sort_key', '<=', numberKey(number) ?? '')
    .where((eb) => eb.or([eb('status', '=', 'NodeVersionStatusActive'), eb('id', '=', versionId)]))
    .where('extract_status', 'in', extracted)
    .orderBy('sort_key', 'desc')
    .limit(limits.historyVersionsMax + 1)
    .execute();
  const versions = newestFirst.slice(0, limits.historyVersionsMax);
  const isWhole = newestFirst.length === versions.length;
  const rows = await read
    .selectFrom('app_nodes')
    .select(['version_id', 'name', 'shape'])
    .where(
      'version_id',
      'in',
      versions.map(({ id }) => id),
    )
    .where('name', 'in', names)
    .execute();
  const shapes = new Map(rows.map(({ version_id, name, shape }) => [`${version_id} ${name}`, shape]));
  return new Map(
    names.map((name) => {
      const known = versions.map(({ id, version }) => ({ version, shape: shapes.get(`${id} ${name}`) }));
      return [name, historyOf(known, isWhole)];
    }),
  );
};

/** Of the versions of a node, newest first, each with the shape that the app-node has in it. */
const historyOf = (
  versions: readonly { version: string; shape: string | undefined }[],
  isWhole: boolean,
): AppNodeHistory => {
  const end = versions.findIndex(({ shape }) => shape === undefined);
  const having = end === -1 ? versions : versions.slice(0, end);
  const first = having.at(-1);
  const changed = having.find(({ shape }, index) => {
    const before = having[index + 1];
    return before !== undefined && before.shape !== shape;
  });
  return {
    ...(first !== undefined && (end !== -1 || isWhole) && { since: first.version }),
    ...(changed !== undefined && { changedIn: changed.version }),
  };
};
