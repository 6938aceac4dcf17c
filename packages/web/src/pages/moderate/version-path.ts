/** Where a moderator decides on a version. */
export const versionPath = (nodeId: string, version: string): string =>
  `/moderate/versions/${encodeURIComponent(nodeId)}/${encodeURIComponent(version)}`;
