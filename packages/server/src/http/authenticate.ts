import type { Auth } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import { identify } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import { unauthenticated } from '../errors.ts';
import type { Actor } from '../policy/rights.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
}

const anonymous: Actor = { kind: 'anonymous' };

/** The token of an `Authorization: Bearer` header, or undefined when there is none of that form. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];

/** Before the body is read: finds out who calls, as far as the endpoint asks. */
export const authenticate =
  (context: Context, auth: Auth) =>
  async (request: FastifyRequest): Promise<void> => {
    request.actor = anonymous;
    if (auth === 'public' || auth === 'signature') return;
    const bearer = bearerOf(request);
    const actor = bearer === undefined ? undefined : await identify(context, bearer);
    if (actor !== undefined) request.actor = actor;
    else if (auth === 'bearer' || (auth === 'bearer-if-sent' && request.headers.authorization !== undefined))
      throw unauthenticated(bearer === undefined ? 'no Bearer' : 'unknown Bearer');
  };
