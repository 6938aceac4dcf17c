import { ApiError } from '../errors.ts';

/** Throws `invalid_request` if the time is given and not in the future. */
export const requireFuture = (moment: string | undefined, now: Date, path: string): void => {
  if (moment !== undefined && Date.parse(moment) <= now.getTime()) {
    throw new ApiError('invalid_request', `"${moment}" is in the past. Choose a later time.`, {
      details: [{ path, message: 'must be in the future' }],
    });
  }
};
