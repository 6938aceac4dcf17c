/** 1–100 characters. Case is preserved, but ignored for uniqueness and look-ups. */
export const nodeIdPattern = '^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$';
export const nodeIdCharsMax = 100;
export const nodeIdForm = 'letters, digits, ".", "_" and "-", with a letter or a digit at both ends';
/** Words that paths of `/nodes` already use. */
export const reservedNodeIds: readonly string[] = ['search', 'reindex', 'install', 'versions'];
export const nodeIdRule = `Use at most ${nodeIdCharsMax} ${nodeIdForm}, and none of the words ${reservedNodeIds.join(', ')}.`;

export const publisherIdPattern = '^[a-z][a-z0-9-]{0,62}$';
/** Words that paths of `/publishers` already use. */
export const reservedPublisherIds: readonly string[] = ['validate'];
export const publisherIdRule = `Use at most 63 lower-case letters, digits and "-", with a letter at the start, and not the word ${reservedPublisherIds.join(', ')}.`;

/** The length of a published version. Its numbers are at most 2^53 − 1. */
export const versionCharsMax = 200;
const [number, word] = ['(?:0|[1-9][0-9]*)', '[0-9A-Za-z-]+'];
const label = `(?:${number}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`;
/** SemVer 2.0.0. */
export const versionPattern = `^${number}\\.${number}\\.${number}(?:-${label}(?:\\.${label})*)?(?:\\+${word}(?:\\.${word})*)?$`;
