import { type Client, type ListedVersion, listNodeVersions } from '@patchbay/client';
import { type Change, compareRequirements } from '@patchbay/contract/compare';

/** A version, and how it differs from the next lower Active one. */
export interface TimelineEntry {
  version: ListedVersion;
  /** The number of that one. */
  previous: string | undefined;
  requirements: readonly Change[];
}

const pageSize = 50;

const statuses = ['Active', 'Pending', 'Flagged', 'Banned', 'Deleted'].map(
  (name) => `NodeVersionStatus${name}` as ListedVersion['status'],
);

/** A page of the versions of a node, the highest first, and whether there are more. */
export const listTimeline = async (
  client: Client,
  nodeId: string,
  page: number,
): Promise<{ entries: TimelineEntry[]; hasMore: boolean }> => {
  const [shown, [following]] = await Promise.all([
    listNodeVersions(client, { nodeId, statuses, page, limit: pageSize, include_changes: true }),
    // The last on the page is compared with it.
    listNodeVersions(client, { nodeId, statuses, page: page * pageSize + 1, limit: 1 }),
  ]);
  const all = following === undefined ? shown : [...shown, following];
  return {
    entries: shown.map((version, index) => {
      const isThere = version.status !== 'NodeVersionStatusDeleted';
      const previous = isThere ? all.slice(index + 1).find(isActive) : undefined;
      return {
        version,
        previous: previous?.version ?? version.changes?.compared_with,
        requirements: previous ? compareRequirements(previous.dependencies, version.dependencies) : [],
      };
    }),
    hasMore: following !== undefined,
  };
};

const isActive = ({ status }: ListedVersion): boolean => status === 'NodeVersionStatusActive';
