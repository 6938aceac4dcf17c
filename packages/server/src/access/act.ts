import type { Caller } from '../accounts/caller.ts';
import { identifyAgain } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import { unauthenticated } from '../errors.ts';
import type { Actor } from '../policy/rights.ts';
import type { Writer } from '../store/store.ts';

/** A write on behalf of a caller. What guards a write takes one, so it cannot be asked before the write begins. */
export interface Act extends Writer {
  /** Who the caller is by what this transaction reads. */
  readonly actor: Actor;
}

/**
 * As `store.write`, on behalf of a caller, who is identified again inside the transaction: all that the write depends
 * on is then read at the moment of the write. Throws `unauthenticated` when the Bearer ended since it was first read.
 */
export const act = <T>(
  context: Pick<Context, 'accounts' | 'config' | 'store'>,
  caller: Caller,
  work: (tx: Act) => Promise<T>,
): Promise<T> =>
  context.store.write(caller.cause, async (tx) => {
    const actor = await identifyAgain(context, tx, caller);
    if (actor === undefined) throw unauthenticated('the Bearer ended before the write');
    return work({ ...tx, actor });
  });
