import type { Connection } from '../connect.ts';
import { toCliError } from '../to-cli-error.ts';

export const endings = ['ended', 'kept', 'unknown'] as const;

/** Ends the session of the connection's token at the registry. `kept`: it is a personal access token. */
export const endSession = async ({ api, client }: Connection): Promise<(typeof endings)[number]> => {
  try {
    await api.signOut(client);
    return 'ended';
  } catch (error) {
    const { code } = toCliError(error);
    if (code === 'unauthenticated') return 'ended';
    return code === 'forbidden' ? 'kept' : 'unknown';
  }
};
