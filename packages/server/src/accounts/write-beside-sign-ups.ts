import type { Cause } from '../store/log/change.ts';
import type { Store, Writer } from '../store/store.ts';

/**
 * A write that gives an account an address. Sign-ups do not wait for the write lock: if one took the address a moment
 * ago, the write is made once more, and finds its account.
 */
export const writeBesideSignUps = async <T>(
  store: Pick<Store, 'engine' | 'write'>,
  cause: Cause,
  work: (tx: Writer) => Promise<T>,
): Promise<T> => {
  try {
    return await store.write(cause, work);
  } catch (error) {
    if (!store.engine.isUniqueViolation(error)) throw error;
    return store.write(cause, work);
  }
};
