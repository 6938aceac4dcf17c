import { getSession } from '@patchbay/client';
import type { Visit } from './site.ts';

/** For a page that reads nothing else of its visitor: throws what the registry tells someone who is not signed in. */
export const requireSession = async ({ client }: Visit): Promise<void> => {
  await getSession(client);
};
