/** How long one upload URL is valid. */
export const uploadTtlSeconds = 15 * 60;

/** How long after the last publish request the package may still arrive, with a fresh URL. */
export const uploadWindowMs = 24 * 60 * 60 * 1000;
