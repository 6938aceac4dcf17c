import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while a page calls the registry. A page may be kept, so nothing in it may be older than the last invalidation. */
export const freshReads = new AsyncLocalStorage<true>();
