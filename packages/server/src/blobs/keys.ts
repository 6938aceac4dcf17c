/**
 * The key of a version's package in the store. It includes the digest, so that two concurrent uploads for one version
 * never collide. The database decides which of them counts.
 */
export const packageKey = (
  { packageFolder, key }: { packageFolder: string; key: string },
  versionId: string,
  sha256: string,
): string => `${packageFolder}/${key}/${versionId}-${sha256}.zip`;

/** The path for downloads. */
export const packagePath = (publisherId: string, nodeId: string, version: string): string =>
  `/packages/${publisherId}/${nodeId}/${encodeURIComponent(version)}.zip`;

/** The path for the publisher's upload. */
export const uploadPath = (versionId: string): string => `/uploads/${versionId}`;
