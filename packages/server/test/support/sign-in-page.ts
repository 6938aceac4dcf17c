import type { Page } from 'playwright-core';

/** Gives the browser of a page the session of a user, as the form for signing in does. */
export const signInPage = async (page: Page, session: string | undefined): Promise<void> => {
  await page.context().addCookies([
    {
      name: '__Host-session',
      value: session ?? '',
      domain: '127.0.0.1',
      path: '/',
      secure: true,
      httpOnly: true,
    },
  ]);
};
