import { endSession } from '../end-session.ts';
import { form } from '../page.ts';

/** Ends the session here and in the registry. */
export const signOutForm = form({
  path: '/sign-out',
  send: async (visit) => {
    await endSession(visit);
    return { redirect: '/', session: null };
  },
});
