/**
 * Where the package of a version lies in the store. The digest is part of it, so that two uploads that race for
 * one version never meet; which of them counts is what the database says.
 */
export const packageKey = (
  { packageFolder, key }: { packageFolder: string; key: string },
  versionId: string,
  sha256: string,
): string => `${packageFolder}/${key}/${versionId}-${sha256}.zip`;

/** Where the world fetches it. */
export const packagePath = (publisherId: string, nodeId: string, version: string): string =>
  `/packages/${publisherId}/${nodeId}/${encodeURIComponent(version)}.zip`;

/** Where its publisher sends it. */
export const uploadPath = (versionId: string): string => `/uploads/${versionId}`;
