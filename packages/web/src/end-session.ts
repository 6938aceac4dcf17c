import { signOut } from '@patchbay/client';
import type { Visit } from './site.ts';

/** Ends the session of the visitor, if there is one that is not over. */
export const endSession = async ({ client, isSignedIn }: Visit): Promise<void> => {
  if (!isSignedIn) return;
  await signOut(client).catch((error: unknown) => {
    if (!(error instanceof Error && 'status' in error && error.status === 401)) throw error;
  });
};
