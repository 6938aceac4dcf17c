import type { DryRun } from '@patchbay/client';
import type { Connection } from '../connect.ts';

/** The package that would be published. */
export interface Candidate {
  readonly nodeId: string;
  readonly version: string;
  readonly sha256: string;
}

/** Whether an error says that the version has a package. */
export const saysPublished = (code: string | undefined): boolean =>
  code === 'version_exists' || code === 'package_exists';

/** How the package of a version compares with these bytes; undefined if the registry does not show it. */
export const comparePublished = async (
  { api, client }: Connection,
  { nodeId, version, sha256 }: Candidate,
): Promise<'same' | 'other' | undefined> => {
  const { package_sha256: stored } = await api.getVersion(client, { nodeId, version });
  if (stored === undefined) return undefined;
  return stored === sha256 ? 'same' : 'other';
};

/** How the version that a dry run says to exist compares with these bytes; undefined if it says something else. */
export const comparePublishedIn = async (
  connection: Connection,
  { faults }: DryRun,
  candidate: Candidate,
): Promise<'same' | 'other' | undefined> =>
  faults.length > 0 && faults.every(({ error }) => saysPublished(error))
    ? comparePublished(connection, candidate)
    : undefined;
