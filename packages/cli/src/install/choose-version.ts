import { type NodeVersion, IntegrityError } from '@patchbay/client';
import semver from 'semver';
import type { Connection } from '../connect.ts';
import { CliError } from '../errors.ts';
import { highestVersion } from './highest-version.ts';
import type { InstalledNode } from './installed-node.ts';

/** A node to install. */
export interface Wanted {
  readonly nodeId: string;
  /** The version or range that was asked for; without one it is the latest. */
  readonly requested?: string | undefined;
  /** What the lock file says of it. Then it is exactly this package. */
  readonly locked?: Pick<InstalledNode, 'version' | 'sha256'>;
}

/**
 * The version to install. Of a range it is the highest Active one, a deprecated one only if there is no other. Throws
 * what the registry says of a version that cannot be installed.
 */
export const chooseVersion = async (connection: Connection, wanted: Wanted): Promise<NodeVersion> => {
  const { api, client, registry } = connection;
  const { nodeId, locked, requested } = wanted;
  const number =
    locked?.version ?? (requested === undefined ? undefined : await numberOf(connection, nodeId, requested));
  const version = await api.installNode(client, { nodeId, version: number });
  const isAsked =
    (await isNode(connection, nodeId, version.node_id)) &&
    semver.valid(version.version) !== null &&
    (number === undefined || semver.compare(version.version, number) === 0);
  if (!isAsked) throw new IntegrityError(`${registry} answered with another version than was asked for.`);
  if (locked !== undefined && version.package_sha256 !== locked.sha256) {
    throw new IntegrityError(
      `${registry} has another package of ${nodeId} ${locked.version} than patchbay.lock.`,
    );
  }
  return version;
};

/** Whether a node is the one that was asked for, which may have got another id. */
const isNode = async ({ api, client }: Connection, asked: string, answered: string): Promise<boolean> => {
  if (answered.toLowerCase() === asked.toLowerCase()) return true;
  const { id, former_ids: former = [] } = await api.getNode(client, { nodeId: asked });
  return id === answered && former.some((one) => one.toLowerCase() === asked.toLowerCase());
};

/** The exact number of what was asked for. */
const numberOf = async (connection: Connection, nodeId: string, requested: string): Promise<string> => {
  const exact = semver.valid(requested);
  if (exact !== null) return exact;
  const range = semver.validRange(requested);
  if (range === null) {
    throw new CliError('usage', `"${requested}" is neither a version nor a range of versions.`, {
      next: 'Write a version such as 1.2.3, or a range such as ^1.2.',
    });
  }
  const found = await highestVersion(connection, nodeId, range);
  if (found !== undefined) return found;
  throw new CliError('version_not_found', `${nodeId} has no Active version in the range ${requested}.`);
};
