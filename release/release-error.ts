/** Nothing can be released as it is. The message says what to do first. */
export class ReleaseError extends Error {}
