import {
  type AppNode,
  type Client,
  type NodeVersion,
  listNodeVersions,
  listVersionAppNodes,
} from '@patchbay/client';
import {
  type AppNodeChanges,
  type Change,
  compareAppNodes,
  compareRequirements,
} from '@patchbay/contract/compare';

/** A version, and how it differs from the one before it. */
export interface TimelineEntry {
  version: NodeVersion;
  /** The number of the one before it that is not deleted. */
  previous?: string;
  requirements: readonly Change[];
  /** Undefined where there are too many to compare them here, or they are not known. */
  appNodes: readonly AppNodeChanges[] | undefined;
}

const pageSize = 50;
/** Of one version, and of all on a page in characters: what is beyond is on the page that compares two. */
const appNodesMax = 100;
const charsMax = 500_000;

const statuses = ['Active', 'Pending', 'Flagged', 'Banned', 'Deleted'].map(
  (name) => `NodeVersionStatus${name}` as NodeVersion['status'],
);

/** A page of the versions of a node, the highest first, and whether there are more. */
export const listTimeline = async (
  client: Client,
  nodeId: string,
  page: number,
): Promise<{ entries: TimelineEntry[]; hasMore: boolean }> => {
  const [shown, [following]] = await Promise.all([
    listNodeVersions(client, { nodeId, statuses, page, limit: pageSize }),
    // The last on the page is compared with it.
    listNodeVersions(client, { nodeId, statuses, page: page * pageSize + 1, limit: 1 }),
  ]);
  const all = following === undefined ? shown : [...shown, following];
  const appNodes = await readAppNodes(client, nodeId, all);
  return {
    entries: shown.map((version, index) => {
      const previous = isThere(version) ? all.slice(index + 1).find(isThere) : undefined;
      if (previous === undefined) return { version, requirements: [], appNodes: undefined };
      const [before, after] = [appNodes.get(previous.version), appNodes.get(version.version)];
      return {
        version,
        previous: previous.version,
        requirements: compareRequirements(previous.dependencies, version.dependencies),
        appNodes: before && after && compareAppNodes(before, after),
      };
    }),
    hasMore: following !== undefined,
  };
};

const isThere = ({ status }: NodeVersion): boolean => status !== 'NodeVersionStatusDeleted';

/** The app-nodes of versions by number, from the first on, as long as there is room. */
const readAppNodes = async (
  client: Client,
  nodeId: string,
  versions: readonly NodeVersion[],
): Promise<Map<string, readonly AppNode[]>> => {
  const read = new Map<string, readonly AppNode[]>();
  let room = charsMax;
  for (const { version, app_node_extract_status: extracted } of versions) {
    if (extracted === 'unsupported') read.set(version, []);
    if (extracted !== 'success' || room <= 0) continue;
    const { total, app_nodes } = await listVersionAppNodes(client, { nodeId, version, limit: appNodesMax });
    room -= app_nodes.reduce((sum, appNode) => sum + charsOf(appNode), 0);
    if (total <= app_nodes.length) read.set(version, app_nodes);
  }
  return read;
};

const charsOf = ({ input_types = '', return_types = '', description = '' }: AppNode): number =>
  100 + input_types.length + return_types.length + description.length;
