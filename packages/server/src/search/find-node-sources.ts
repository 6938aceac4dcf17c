import { sql } from 'kysely';
import { scanRead } from '../store/long-read.ts';
import { prepareList } from '../store/prepare.ts';
import type { ReadConnection, Store } from '../store/store.ts';
import type { NodeSource } from './index/messages.ts';

/** Of one node: more names than anybody looks through, and definitions that say more than a search needs. */
const appNodesMax = 500;
const definitionCharsMax = 20_000;

/** The keys of nodes that are not deleted, in order, above `after`. */
export const findKeysAfter = async (
  read: ReadConnection,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> => {
  const rows = await scanRead(
    read
      .selectFrom('nodes')
      .select('key')
      .where('key', '>', after)
      .where('status', '!=', 'NodeStatusDeleted')
      .orderBy('key')
      .limit(limit),
  ).execute();
  return rows.map(({ key }) => key);
};

export const findKeysOfPublishers = async (
  read: ReadConnection,
  publisherIds: readonly string[],
): Promise<string[]> => {
  const rows = await read
    .selectFrom('nodes')
    .select('key')
    .where('publisher_id', 'in', publisherIds)
    .execute();
  return rows.map(({ key }) => key);
};

/** By the keys of nodes, how often each was downloaded. */
export const findDownloads = async (
  read: ReadConnection,
  keys: readonly string[],
): Promise<[string, number][]> => {
  const rows = await read.selectFrom('nodes').select(['key', 'downloads']).where('key', 'in', keys).execute();
  return rows.map(({ key, downloads }) => [key, downloads]);
};

/** What the search needs of these nodes, without those that are deleted. */
export const nodeSources = ({ texts }: Pick<Store['engine'], 'texts'>) => {
  const oneOf = (json: string) => sql<string>`(select value from ${texts(json)} as wanted)`;
  const findNodes = prepareList(
    (read, keys: string) =>
      scanRead(
        read
          .selectFrom('nodes')
          .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
          .select([
            'nodes.key',
            'nodes.id',
            'nodes.metadata_json as metadataJson',
            'nodes.moderation_json as moderationJson',
            'nodes.publisher_id as publisherId',
            'publishers.profile_json as profileJson',
            'nodes.repository',
            'nodes.supported_os as systems',
            'nodes.supported_accelerators as accelerators',
            'nodes.supported_app_version as appVersions',
            'nodes.listed',
            'nodes.latest_version_id',
            'nodes.updated_at as updatedAt',
            'nodes.ordinal',
            'nodes.downloads',
          ])
          .where('nodes.key', 'in', oneOf(keys))
          .where('nodes.status', '!=', 'NodeStatusDeleted'),
      ),
    (row) => row,
  );
  const findAppNodes = prepareList(
    (read, versions: string) => {
      const numbered = read
        .selectFrom('app_nodes')
        .select(['version_id', 'name'])
        .select(
          sql<string | null>`case when length(definition_json) <= ${sql.lit(definitionCharsMax)}
            then definition_json end`.as('definitionJson'),
        )
        .select(sql<number>`row_number() over (partition by version_id order by name)`.as('place'))
        .where('version_id', 'in', oneOf(versions));
      return scanRead(
        read
          .selectFrom(numbered.as('numbered'))
          .select(['version_id', 'name', 'definitionJson'])
          .where('place', '<=', appNodesMax)
          .orderBy('name'),
      );
    },
    (row) => row,
  );
  return async (read: ReadConnection, keys: readonly string[]): Promise<NodeSource[]> => {
    const nodes = await findNodes(read, JSON.stringify(keys));
    const versions = nodes.flatMap(({ latest_version_id: id }) => id ?? []);
    const appNodes = Map.groupBy(
      versions.length === 0 ? [] : await findAppNodes(read, JSON.stringify(versions)),
      ({ version_id: id }) => id,
    );
    return nodes.map(({ listed, latest_version_id: latest, ...node }) => ({
      ...node,
      isListed: listed === 1,
      isInstallable: latest !== null,
      appNodes: (latest === null ? [] : (appNodes.get(latest) ?? [])).map(({ name, definitionJson }) => ({
        name,
        definitionJson,
      })),
    }));
  };
};
