import { ApiError } from '../errors.ts';
import { TurnLateError } from '../fair-lane.ts';
import { RefusalsSpentError } from '../packages/count-refusal.ts';
import { UploadRoomFullError } from '../packages/upload-room.ts';
import { rateLimited } from '../limits/rate-limited.ts';

/**
 * Throws `unavailable` if there is no room for another package or no time to read it now, and `rate_limited` if the
 * publisher has to wait. Rethrows every other error.
 */
export const throwBusy = (error: unknown): never => {
  if (error instanceof RefusalsSpentError) throw rateLimited(error.denied);
  if (!(error instanceof UploadRoomFullError || error instanceof TurnLateError)) throw error;
  throw new ApiError(
    'unavailable',
    'Too many packages are on their way to this server, or to this publisher. Send it again in a moment.',
    { headers: { 'retry-after': '5' }, cause: error },
  );
};
