import { type Client, createToken, getMe, listMembers, listSessions, revokeToken } from '@patchbay/client';
import { limits } from '@patchbay/contract';

const lifetimeMs = 60 * 60_000;

/** Whether the visitor owns the publisher. Throws what the registry says if the visitor is no member. */
export const isOwner = async (client: Client, publisherId: string): Promise<boolean> => {
  const [me, members] = await Promise.all([getMe(client), listMembers(client, { publisherId })]);
  return members.some(({ role, user }) => role === 'owner' && user.id === me.id);
};

/** Whether the visitor has proved who they are lately enough to make a token. */
export const isRecent = async (client: Client): Promise<boolean> => {
  const { sessions } = await listSessions(client);
  const { signed_in_at: at = '' } = sessions.find(({ current }) => current) ?? {};
  return Date.now() - Date.parse(at) <= limits.recentSignInSeconds * 1_000;
};

interface PublishingToken extends AsyncDisposable {
  readonly token: string;
}

/** A token for one publish of an owner, revoked with it. It never leaves the server. */
export const tokenForPublish = async (client: Client, publisherId: string): Promise<PublishingToken> => {
  const expiresAt = new Date(Date.now() + lifetimeMs).toISOString();
  const body = { name: 'published on the site', actions: ['publish'] as const, expiresAt };
  const { id, token } = await createToken(client, { publisherId, body });
  return {
    token,
    async [Symbol.asyncDispose]() {
      // Else it ends by itself.
      await revokeToken(client, { publisherId, tokenId: id }).catch(() => undefined);
    },
  };
};
