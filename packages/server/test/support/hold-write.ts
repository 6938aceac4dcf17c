import type { Context } from '../../src/context.ts';

export interface HeldWrite {
  /** Resolves when a write of a request waits. */
  readonly waits: Promise<void>;
  /** Lets it go on; what comes later is not held. */
  release(): void;
}

/** Holds the next write of a request at its beginning: all that was read before it has been read by then. */
export const holdWrite = (context: Context): HeldWrite => {
  const { store } = context;
  const waits = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  context.store = {
    ...store,
    async write(cause, work) {
      // Notes of when a token was used, and the server's own writes, belong to no request.
      if (cause.requestId !== undefined) {
        context.store = store;
        waits.resolve();
        await released.promise;
      }
      return store.write(cause, work);
    },
  };
  return {
    waits: waits.promise,
    release: () => {
      context.store = store;
      released.resolve();
    },
  };
};
