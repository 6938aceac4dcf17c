import { type Endpoints, limits } from '@patchbay/contract';
import { makeModeratorToken } from '../../accounts/tokens.ts';
import { act } from '../../authorization/act.ts';
import { demand, requireSession } from '../../authorization/publisher.ts';
import type { Operation } from '../operation.ts';

/** Makes a token that acts as the caller until it expires or the caller's session ends, and that grants nothing. */
export const createModeratorToken: Operation<Endpoints['createModeratorToken']> = (context, caller) =>
  act(context, caller, async (tx) => {
    demand(tx.actor, 'moderate');
    const { userId, session } = requireSession(tx.actor);
    const expires = Math.floor(Date.parse(tx.now) / 1000) + limits.moderatorTokenSeconds;
    const expiresAt = new Date(expires * 1000).toISOString();
    await tx.append({
      kind: 'moderator-token.created',
      about: { id: userId },
      after: { expires_at: expiresAt },
    });
    return {
      token: makeModeratorToken(context.config.SECRET, { sessionId: session.id, expires }),
      expires_at: expiresAt,
    };
  });
