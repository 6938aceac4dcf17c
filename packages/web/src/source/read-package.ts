import { type Client, type ListVersionFilesReply, getVersion, listVersionFiles } from '@patchbay/client';
import type { PackedFile } from './packed-file.ts';

/** A version whose files can be read in the browser. */
export interface PackageOfVersion {
  nodeId: string;
  version: string;
  /** On this site, whatever its name is, so that the browser calls no other. */
  packageUrl: string;
  sha256: string;
  bytes: number;
  files: readonly PackedFile[];
  /** Whether these are all. */
  isComplete: boolean;
}

/** As many as are kept of any package. */
export const filesMax = 20_000;

/** The package of a version with the list of its files. The list comes first: it has the rate. */
export const readPackage = async (
  client: Client,
  nodeId: string,
  number: string,
): Promise<PackageOfVersion> => {
  const list: ListVersionFilesReply = await listVersionFiles(client, {
    nodeId,
    version: number,
    limit: filesMax,
  });
  const found = await getVersion(client, { nodeId, version: number });
  const { downloadUrl, package_sha256: sha256, package_bytes: bytes } = found;
  if (downloadUrl === undefined || sha256 === undefined || bytes === undefined)
    throw new Error('a version with files has no package');
  return {
    nodeId: found.node_id,
    version: found.version,
    packageUrl: new URL(downloadUrl).pathname,
    sha256,
    bytes,
    files: list.files,
    isComplete: list.is_complete,
  };
};
