import { createHmac, hash } from 'node:crypto';
import fastifyCsrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { SiteCookies } from './cookies.ts';

const tokenField = 'form_token';

/**
 * Has `csrfProtection` of the scope refuse forms without a good token, and returns what makes the tokens. One is good in
 * the browser that got it, which a cookie tells, and for the session it had there: it ends when somebody signs in or out.
 */
export const guardForms = async (
  scope: FastifyInstance,
  { config }: Pick<Context, 'config'>,
  cookies: SiteCookies,
): Promise<(request: FastifyRequest, reply: FastifyReply) => string> => {
  const sessionOf = (request: FastifyRequest): string =>
    hash('sha256', cookies.session(request) ?? '', 'base64url');
  await scope.register(fastifyCsrf, {
    ...cookies.ofForms,
    csrfOpts: { hmacKey: createHmac('sha256', config.SECRET).update('forms of the site').digest('hex') },
    getToken: ({ body }) => (body instanceof URLSearchParams ? body.get(tokenField) : undefined) ?? undefined,
    getUserInfo: sessionOf,
    logLevel: 'debug',
  });
  return (request, reply) => reply.generateCsrf({ userInfo: sessionOf(request) });
};
