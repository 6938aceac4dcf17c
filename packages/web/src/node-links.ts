/** The addresses of what a node has, without the prefix of the site. */
export const nodeLinks = (nodeId: string) => {
  const node = `/n/${encodeURIComponent(nodeId)}`;
  const version = (number: string): string => `${node}/v/${encodeURIComponent(number)}`;
  return {
    node,
    versions: `${node}/versions`,
    feed: `${node}/versions.atom`,
    related: `${node}/related`,
    requirements: `${node}/requirements`,
    report: `${node}/report`,
    version,
    /** Of the latest version, unless one is named. */
    appNodes: (number?: string): string => `${number === undefined ? node : version(number)}/app-nodes`,
    appNode: (name: string, number?: string): string =>
      `${number === undefined ? node : version(number)}/app-nodes/${encodeURIComponent(name)}`,
    readme: (number: string): string => `${version(number)}/readme`,
    source: (number: string): string => `${version(number)}/source`,
    /** With `from` and `to` in its query. */
    comparePicked: `${node}/compare`,
    compare: (from: string, to: string): string =>
      `${node}/compare/${encodeURIComponent(from)}...${encodeURIComponent(to)}`,
    diff: (from: string, to: string): string =>
      `${node}/diff/${encodeURIComponent(from)}...${encodeURIComponent(to)}`,
  };
};
