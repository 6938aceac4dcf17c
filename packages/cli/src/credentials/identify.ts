import type { GetMeReply } from '@patchbay/client';
import type { Connection } from '../connect.ts';

/**
 * The account of the connection's token; undefined for a personal access token. Throws `unauthenticated` if the
 * registry does not take the token.
 */
export const identify = async ({
  api,
  client,
}: Connection): Promise<Omit<GetMeReply, 'quotas'> | undefined> => {
  try {
    const { quotas: _, ...user } = await api.getMe(client);
    return user;
  } catch (error) {
    // A good token that is not an account's.
    if (error instanceof api.RegistryError && error.code === 'forbidden') return undefined;
    throw error;
  }
};
