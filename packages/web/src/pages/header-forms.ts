import { endSession } from '../end-session.ts';
import { ownPath } from '../own-path.ts';
import { form } from '../page.ts';

/** Keeps the visitor's choice of light or dark. */
export const themeForm = form({
  path: '/theme',
  isHarmless: true,
  send: async (_visit, fields) => {
    const chosen = fields.get('theme');
    const theme = chosen === 'light' || chosen === 'dark' ? chosen : 'system';
    return { redirect: ownPath(fields.get('to')), theme };
  },
});

/** Ends the session here and in the registry. */
export const signOutForm = form({
  path: '/sign-out',
  send: async (visit) => {
    await endSession(visit);
    return { redirect: '/', session: null };
  },
});
