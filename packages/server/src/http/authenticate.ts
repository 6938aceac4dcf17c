import { callbackify } from 'node:util';
import type { Auth } from '@patchbay/contract';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { explainToken, identify } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import { unauthenticated } from '../errors.ts';
import type { Actor } from '../authorization/rights.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
}

export const anonymous: Actor = { kind: 'anonymous' };

/** The token of an `Authorization: Bearer` header, or undefined if there is none. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];

/** Runs before the body is read: identifies the caller if the endpoint requires it. */
export const authenticate =
  (context: Context, auth: Auth): onRequestHookHandler =>
  (request, _reply, done) => {
    request.actor = anonymous;
    const { authorization } = request.headers;
    const isAsked = auth !== 'public' && auth !== 'signature';
    if (isAsked && (auth === 'bearer' || authorization !== undefined)) {
      identifyCaller(context, auth, request, (error) => done(error ?? undefined));
    } else {
      done();
    }
  };

const unknown = 'The token is unknown here, or its session has ended. Sign in again.';

const identifyCaller = callbackify(
  async (context: Context, auth: Auth, request: FastifyRequest): Promise<void> => {
    const bearer = bearerOf(request);
    const actor = bearer === undefined ? undefined : await identify(context, bearer);
    if (actor !== undefined) request.actor = actor;
    else if (auth === 'bearer' || auth === 'bearer-if-sent') {
      if (bearer === undefined) throw unauthenticated('no Bearer');
      throw unauthenticated('unknown Bearer', (await explainToken(context, bearer)) ?? unknown);
    }
  },
);
