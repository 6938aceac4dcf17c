/** 1–100 characters; kept as written, unique and looked up without regard to case. */
export const nodeIdPattern = '^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$';
export const nodeIdCharsMax = 100;
/** Words that a path of `/nodes` already uses. */
export const reservedNodeIds: readonly string[] = ['search', 'reindex', 'install', 'versions'];

export const publisherIdPattern = '^[a-z][a-z0-9-]{0,62}$';
/** Words that a path of `/publishers` already uses. */
export const reservedPublisherIds: readonly string[] = ['validate'];

/** Of a version that is published; its numbers are at most 2^53 − 1. */
export const versionCharsMax = 200;
