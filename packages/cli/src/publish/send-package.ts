import type { NodeVersion, PublishVersionArgs } from '@patchbay/client';
import type { Connection } from '../connect.ts';
import { CliError } from '../errors.ts';

export interface Sending {
  readonly publication: PublishVersionArgs;
  readonly bytes: Blob;
  readonly sha256: string;
  readonly onPublished: (version: NodeVersion) => void;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}

/** The URL of an upload is valid for a quarter of an hour. */
const attemptsMax = 3;

/**
 * Publishes a version and uploads its package. Whatever came of an earlier attempt, the end is the same: one version
 * with these bytes. Returns true if it had them before. Throws `version_exists` if it has other bytes.
 */
export const sendPackage = async (connection: Connection, sending: Sending): Promise<boolean> => {
  const { api, client } = connection;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const { node_version, signedUrl } = await api.publishVersion(client, sending.publication);
      sending.onPublished(node_version);
      if (await upload(connection, signedUrl, sending, attempt === attemptsMax)) return false;
    }
  } catch (error) {
    const isThere =
      error instanceof api.RegistryError && /^(?:version|package)_exists$/.test(error.code ?? '');
    if (!isThere) throw error;
    await requireSameBytes(connection, sending, error);
    return true;
  }
};

/** False if the URL was no longer valid, and a new one may be. */
const upload = async (
  { api, client }: Connection,
  signedUrl: string,
  { bytes, onProgress }: Sending,
  isLast: boolean,
): Promise<boolean> => {
  try {
    await api.uploadPackage(client, signedUrl, bytes, { onProgress });
    return true;
  } catch (error) {
    const isOverdue =
      error instanceof api.RegistryError && (error.status === 403 || error.code === 'version_not_found');
    if (isLast || !isOverdue) throw error;
    return false;
  }
};

/** An earlier attempt may have got to the end, and only its answer was lost. */
const requireSameBytes = async (
  { api, client }: Connection,
  { publication: { nodeId, body }, sha256 }: Sending,
  refusal: Error,
): Promise<void> => {
  const { version } = body.node_version;
  const { package_sha256: stored } = await api.getVersion(client, { nodeId, version });
  if (stored === sha256) return;
  if (stored === undefined) throw refusal;
  throw new CliError(
    'version_exists',
    `Version ${version} of ${nodeId} was published with another content.`,
    {
      cause: refusal,
    },
  );
};
