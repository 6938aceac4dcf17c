import type { NodeVersion, PublishVersionArgs } from '@patchbay/client';
import type { Connection } from '../connect.ts';
import { otherBytes } from '../check/other-bytes.ts';
import { comparePublished, saysPublished } from './compare-published.ts';

export interface Sending {
  readonly publication: PublishVersionArgs;
  /** As the registry writes it. */
  readonly version: string;
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
    if (!(error instanceof api.RegistryError && saysPublished(error.code))) throw error;
    // An earlier attempt may have got to the end, and only its answer was lost.
    const { publication, version, sha256 } = sending;
    const candidate = { nodeId: publication.nodeId, version, sha256 };
    const published = await comparePublished(connection, candidate);
    if (published?.bytes === 'same') return true;
    throw published?.bytes === 'other' ? otherBytes(candidate, error) : error;
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
