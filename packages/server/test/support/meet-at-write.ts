import type { Context } from '../../src/context.ts';

/**
 * Holds back the writes of operations until `count` of them wait, so that requests sent at once truly meet: each
 * has read what it reads before any of them writes.
 */
export const meetAtWrite = (context: Context, count: number): void => {
  const { store } = context;
  const allWait = Promise.withResolvers<undefined>();
  let waiting = 0;
  context.store = {
    ...store,
    async write(cause, work) {
      waiting += 1;
      if (waiting === count) {
        context.store = store;
        allWait.resolve(undefined);
      }
      await allWait.promise;
      return store.write(cause, work);
    },
  };
};
