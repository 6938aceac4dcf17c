import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Set while a page calls the registry. A page may be cached, so nothing in it may be older than the last invalidation.
 */
export const freshReads = new AsyncLocalStorage<true>();
