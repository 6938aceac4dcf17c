import { APIError, createAuthEndpoint } from 'better-auth/api';
import type { BetterAuthPlugin } from 'better-auth';
import { sessionOfUserPath } from './session-of-password.ts';

/**
 * Lets the accounts library begin a session of a user whom an external provider vouched for. No endpoint of the contract
 * leads to it, so nobody can call it from outside.
 */
export const externalSession = {
  id: 'external-session',
  endpoints: {
    beginSessionOfUser: createAuthEndpoint(sessionOfUserPath, { method: 'POST' }, async (call) => {
      const { userId } = call.body as unknown as { userId: string };
      const { internalAdapter } = call.context;
      const user = await internalAdapter.findUserById(userId);
      if (user === null) throw new APIError('UNAUTHORIZED', { message: 'The account is gone' });
      // The hooks of the other plugins refuse banned users.
      const { token } = await internalAdapter.createSession(userId);
      return call.json({ token, user });
    }),
  },
} as const satisfies BetterAuthPlugin;
