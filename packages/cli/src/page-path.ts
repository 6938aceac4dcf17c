/** The path of a node's page, or that of one of its versions, on the site of the registry. */
export const pagePathOf = (nodeId: string, version?: string): string => {
  const node = `/n/${encodeURIComponent(nodeId)}`;
  return version === undefined ? node : `${node}/v/${encodeURIComponent(version)}`;
};
