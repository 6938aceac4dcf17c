import type { Connection } from '../connect.ts';
import { tokenPrefix } from './connect-publisher.ts';

const lifetimeMs = 60 * 60 * 1_000;

/** A token that a publish may carry in its body, revoked with it if it was made for this publish alone. */
export interface PublishingToken extends AsyncDisposable {
  readonly token: string;
}

/**
 * The token of the connection if it is a personal access token. Somebody who logged in has a session instead: it makes
 * a token that can publish for an hour.
 */
export const publishingToken = async (
  { api, client }: Connection,
  publisherId: string,
  now: Date,
): Promise<PublishingToken> => {
  if (client.token?.startsWith(tokenPrefix)) {
    return { token: client.token, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString();
  const body = { name: 'patchbay publish', actions: ['publish'] as const, expiresAt };
  const { id, token } = await api.createToken(client, { publisherId, body });
  return {
    token,
    async [Symbol.asyncDispose]() {
      // Else it ends by itself.
      await api.revokeToken(client, { publisherId, tokenId: id }).catch(() => undefined);
    },
  };
};
