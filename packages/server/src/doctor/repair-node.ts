import { refreshListing } from '../store/listing/catalogue.ts';
import type { Writer } from '../store/store.ts';
import type { Check } from './check.ts';

const prefix = 'node:';

/**
 * Repairs what is derived of a node in one transaction, refreshes its list data, and appends a change, by which servers
 * drop what they cached of the node.
 */
export const repairNode =
  (
    check: string,
    done: string,
    derive: (tx: Writer, nodeKey: string) => Promise<void> = async () => {},
  ): NonNullable<Check['repair']> =>
  async ({ store }, subject) => {
    const key = subject.slice(prefix.length);
    await store.write({ actor: 'operator' }, async (tx) => {
      await derive(tx, key);
      await refreshListing(tx, key);
      await tx.append({ kind: 'node.repaired', about: { key }, after: { check } });
    });
    return done;
  };
