/** For a request that does not wait. */
export const neverGone: AbortSignal = new AbortController().signal;
