/**
 * Where the package of a version lies in the store. The digest is part of it, so that two uploads that race for
 * one version never meet; which of them counts is what the database says.
 */
export const packageKey = (
  { packageFolder, key }: { packageFolder: string; key: string },
  versionId: string,
  sha256: string,
): string => `${packageFolder}/${key}/${versionId}-${sha256}.zip`;
