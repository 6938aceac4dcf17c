import type { DryRun, NodeVersion } from '@patchbay/client';
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

/** A version that the registry has. */
export interface Published {
  /** How its package compares with these bytes. */
  readonly bytes: 'same' | 'other';
  readonly version: NodeVersion;
}

/** The version with how its package compares with these bytes; undefined if the registry does not show it. */
export const comparePublished = async (
  { api, client }: Connection,
  { nodeId, version: number, sha256 }: Candidate,
): Promise<Published | undefined> => {
  const version = await api.getVersion(client, { nodeId, version: number });
  const { package_sha256: stored } = version;
  return stored === undefined ? undefined : { bytes: stored === sha256 ? 'same' : 'other', version };
};

/** Whether an earlier run brought these bytes to the registry, whatever has become of them. */
export const isPublished = async (connection: Connection, candidate: Candidate): Promise<boolean> => {
  try {
    return (await comparePublished(connection, candidate))?.bytes === 'same';
  } catch (error) {
    const { RegistryError } = connection.api;
    if (error instanceof RegistryError && /^(?:node|version)_not_found$/.test(error.code ?? '')) return false;
    throw error;
  }
};

/** The version that a dry run says to exist, as `comparePublished`; undefined if it says something else. */
export const comparePublishedIn = async (
  connection: Connection,
  { faults }: DryRun,
  candidate: Candidate,
): Promise<Published | undefined> =>
  faults.length > 0 && faults.every(({ error }) => saysPublished(error))
    ? comparePublished(connection, candidate)
    : undefined;
