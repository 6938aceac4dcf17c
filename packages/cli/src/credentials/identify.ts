import type { GetCurrentTokenReply, GetMeReply } from '@patchbay/client';
import type { Connection } from '../connect.ts';

/** Who a token belongs to: an account, or a publisher that a personal access token acts for. */
export interface Bearer {
  readonly user?: Omit<GetMeReply, 'quotas'>;
  readonly token?: GetCurrentTokenReply;
}

/** Whose the connection's token is. Throws `unauthenticated` if the registry does not take it. */
export const identify = async ({ api, client }: Connection): Promise<Bearer> => {
  try {
    const { quotas: _, ...user } = await api.getMe(client);
    return { user };
  } catch (error) {
    // A good token that is not an account's.
    const isToken = error instanceof api.RegistryError && error.code === 'forbidden';
    if (!isToken) throw error;
    return { token: await api.getCurrentToken(client) };
  }
};
