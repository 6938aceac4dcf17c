/**
 * The key of a version's package in the store. It includes the digest, so that two concurrent uploads for one version
 * never collide. The database decides which of them counts.
 */
export const packageKey = (
  { packageFolder, key }: { packageFolder: string; key: string },
  versionId: string,
  sha256: string,
): string => `${packageFolder}/${key}/${versionId}-${sha256}.zip`;

/** As `packageKey`, of a package as its rows describe it. */
export const keyOfPackage = (stored: {
  packageFolder: string;
  nodeKey: string;
  versionId: string;
  sha256: string;
}): string =>
  packageKey({ packageFolder: stored.packageFolder, key: stored.nodeKey }, stored.versionId, stored.sha256);
