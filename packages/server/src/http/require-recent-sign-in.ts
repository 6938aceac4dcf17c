import { callbackify } from 'node:util';
import type { Endpoint } from '@patchbay/contract';
import type { onRequestHookHandler } from 'fastify';
import { demandRecentSignIn } from '../authorization/recent-sign-in.ts';
import type { Actor } from '../authorization/rights.ts';
import type { Context } from '../context.ts';

/** Refuses a session whose person proved too long ago who they are. Runs after the caller is identified. */
export const requireRecentSignIn = (context: Context, endpoint: Endpoint): onRequestHookHandler => {
  const demand = callbackify((actor: Actor) => demandRecentSignIn(context, actor, endpoint));
  // Tokens, which most calls come with, need no answer from elsewhere.
  return ({ actor }, _reply, done) => {
    if (actor.kind === 'user') demand(actor, (error) => done(error ?? undefined));
    else done();
  };
};
