import { IntegrityError } from '@patchbay/client';
import semver from 'semver';
import type { Connection } from '../connect.ts';
import { bounds } from './bounds.ts';

/** The highest Active version of a node in a range, a deprecated one only if there is no other. */
export const highestVersion = async (
  { api, client }: Connection,
  nodeId: string,
  range: string,
): Promise<string | undefined> => {
  const current: string[] = [];
  const deprecated: string[] = [];
  for await (const version of api.itemsOf(api.listNodeVersions, client, { nodeId })) {
    (version.deprecated === true ? deprecated : current).push(version.version);
    if (current.length + deprecated.length > bounds.versionsMax) {
      throw new IntegrityError(`${nodeId} has more than ${bounds.versionsMax} versions.`);
    }
  }
  return semver.maxSatisfying(current, range) ?? semver.maxSatisfying(deprecated, range) ?? undefined;
};
