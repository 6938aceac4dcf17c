/** Where the package of a version lies in the store: an id of its own, so that no two names can meet there. */
export const packageKey = (owner: { publisherId: string; nodeKey: string; versionId: string }): string =>
  `${owner.publisherId}/${owner.nodeKey}/${owner.versionId}.zip`;

/** Where the world fetches it. */
export const packagePath = (publisherId: string, nodeId: string, version: string): string =>
  `/packages/${publisherId}/${nodeId}/${encodeURIComponent(version)}.zip`;

/** Where its publisher sends it. */
export const uploadPath = (versionId: string): string => `/uploads/${versionId}`;
