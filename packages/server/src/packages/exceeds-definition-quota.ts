import type { AppNodeDefinition, Readme } from '@patchbay/contract';
import { bytesAsJson, definitionBytes } from '../limits/sizes.ts';
import { publisherIdOf } from '../store/rows/nodes.ts';
import { findQuota } from '../store/rows/quotas.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { Reader } from '../store/store.ts';

/**
 * Whether the app-nodes of a version and its readme would take more than the publisher may have; never when they become
 * smaller.
 */
export const exceedsDefinitionQuota = async (
  read: Reader,
  version: VersionRecord,
  definitions: ReadonlyMap<string, AppNodeDefinition>,
  readme?: Readme,
): Promise<boolean> => {
  const readmeBytes = readme === undefined ? 0 : bytesAsJson(readme);
  const more = definitionBytes(definitions) + readmeBytes - version.definitionBytes;
  if (more <= 0) return false;
  const { used, max } = await findQuota(read, await publisherIdOf(read, version.nodeKey), 'definition_bytes');
  return used + more > max;
};
