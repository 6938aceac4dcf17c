/** How long one upload address is good. */
export const uploadTtlSeconds = 15 * 60;

/** How long after the last publish request the package may still come, by a fresh address. */
export const uploadWindowMs = 24 * 60 * 60 * 1000;

/** What a package may be sent as. */
export const uploadContentTypes = ['application/zip'] as const;
