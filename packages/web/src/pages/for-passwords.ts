import { getSignInMethods } from '@patchbay/client';
import type { FormState } from '../forms/form-state.ts';
import type { View } from '../page.ts';
import type { Visit } from '../site.ts';

/** What a page shows where users may sign in with a password. Elsewhere it leads to the page that says how they do. */
export const forPasswords =
  (show: (state: FormState | undefined) => View) =>
  async ({ client }: Visit, state?: FormState): Promise<View | { redirect: string }> =>
    (await getSignInMethods(client)).password ? show(state) : { redirect: '/sign-in' };
