import { unauthenticated } from '../errors.ts';
import { findSessionStart } from '../store/rows/identities.ts';
import type { ReadConnection } from '../store/store.ts';
import { tokenDigest } from '../accounts/tokens.ts';

const recentMs = 15 * 60_000;

/** Throws `unauthenticated` unless the session of this bearer token began a short while ago. */
export const requireRecentSession = async (read: ReadConnection, bearer: string): Promise<void> => {
  const start = await findSessionStart(read, tokenDigest(bearer));
  // The accounts library dates sessions by the machine's clock.
  if (start !== undefined && Date.now() - start.getTime() < recentMs) return;
  throw unauthenticated(
    'the session is not recent',
    'This needs a recent sign-in. Sign in again, and repeat it within 15 minutes.',
  );
};
