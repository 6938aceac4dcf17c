import type { Actor } from '../authorization/rights.ts';
import type { Cause } from '../store/log/change.ts';
import type { Writer } from '../store/store.ts';

/** Who calls. */
export interface Caller {
  /** Who the Bearer was before the body was read. Too old to write by: `act` identifies the caller again. */
  claimed: Actor;
  /** The actor and the request, as the log of changes records them. */
  cause: Cause;
  /** The Bearer as it was sent. */
  bearer: string | undefined;
  /** Absent if the request may be carried out as often as it is sent. */
  attempt?: Attempt | undefined;
}

/** One attempt at a request that is carried out once, however often it is sent. */
export interface Attempt {
  /** Throws if an earlier attempt was carried out. */
  begin(tx: Writer): Promise<void>;
  /** Records that this one was, with its result, which is all that the request is answered. */
  end(tx: Writer, result: unknown): Promise<void>;
}
