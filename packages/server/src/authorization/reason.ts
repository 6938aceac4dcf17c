import { type ApiError, invalidValue } from '../errors.ts';
import type { Act } from './act.ts';

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/**
 * The same write, whose changes all say why. A change without a reason throws `invalid_request`; a write that changes
 * nothing needs none.
 */
export const withReason = (tx: Act, reason: string | undefined, path = '/reason'): Act => ({
  ...tx,
  append: (change, actor) => {
    const why = isBlank(change.reason) ? reason : change.reason;
    if (why === undefined || isBlank(why)) throw reasonMissing(path);
    return tx.append({ ...change, reason: why }, actor);
  },
});

const reasonMissing = (path: string): ApiError =>
  invalidValue(
    path,
    'What a moderator does needs a reason. It is kept in the log and told to those whom it affects.',
    'is required',
  );
