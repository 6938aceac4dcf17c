import { type Endpoints, limits } from '@patchbay/contract';
import { makeModeratorToken, tokenDigest } from '../../accounts/tokens.ts';
import { ApiError } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { demand, requireUser } from '../../authorization/publisher.ts';
import { findSessionId } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Makes a token that acts as the caller until it expires or the caller's session ends, and that grants nothing. */
export const createModeratorToken: Operation<Endpoints['createModeratorToken']> = (context, caller) =>
  act(context, caller, async (tx) => {
    demand(tx.actor, 'moderate');
    const { userId } = requireUser(tx.actor);
    const sessionId = await findSessionId(tx.db, tokenDigest(caller.bearer ?? ''));
    if (sessionId === undefined) {
      throw new ApiError(
        'forbidden',
        'A moderator token cannot create another one. Sign in and use the session token.',
      );
    }
    const expires = Math.floor(Date.parse(tx.now) / 1000) + limits.moderatorTokenSeconds;
    const expiresAt = new Date(expires * 1000).toISOString();
    await tx.append({
      kind: 'moderator-token.created',
      about: { id: userId },
      after: { expires_at: expiresAt },
    });
    return {
      token: makeModeratorToken(context.config.SECRET, { sessionId, expires }),
      expires_at: expiresAt,
    };
  });
