import type { Actor } from '../policy/rights.ts';
import type { Cause } from '../store/log/change.ts';

/** Who calls. */
export interface Caller {
  /** Who the Bearer was before the body was read. Too old to write by: `act` identifies the caller again. */
  claimed: Actor;
  /** The actor and the request, as the log of changes records them. */
  cause: Cause;
  /** The Bearer as it was sent. */
  bearer: string | undefined;
}
