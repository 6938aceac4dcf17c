import { callbackify } from 'node:util';
import { limits } from '@patchbay/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isModerator } from '../../accounts/identify.ts';
import type { Context } from '../../context.ts';
import { RateCounter } from './rate-counter.ts';
import { networksOfClient } from './rate-subjects.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many tokens of `reads` a form takes at least. */
    formTokens?: number;
  }
}

/** Takes a token for a page. */
export type CountPage = (request: FastifyRequest, reply: unknown, done: (refusal?: Error) => void) => void;

const askModerator = callbackify(isModerator);

/**
 * Takes tokens of `reads` for the pages of a scope: one for each page, and of a form at least as many as it costs, or
 * as its fields are long. What a page calls takes its own. Moderators, who are known by their session, are never
 * refused. Returns the hook for pages elsewhere.
 */
export const limitPages = (
  scope: FastifyInstance,
  context: Context,
  sessionOf: (request: FastifyRequest) => string | undefined,
): CountPage => {
  const { limiter } = context;
  if (limiter === undefined) return (_request, _reply, done) => done();
  const counter = new RateCounter(limiter);
  const take = (request: FastifyRequest, tokens: number, done: (refusal?: Error) => void): void => {
    const claims = networksOfClient(request.client).map(
      ({ id: subject, factor }) => ({ rate: 'reads', subject, factor, tokens }) as const,
    );
    counter.take(request, claims, (refusal) => {
      const session = refusal === undefined ? undefined : sessionOf(request);
      if (session === undefined) return done(refusal);
      askModerator(context, session, (error, isExempt) => {
        if (isExempt) counter.giveBack(request);
        done(error ?? (isExempt ? undefined : refusal));
      });
    });
  };
  const countPage: CountPage = (request, _reply, done) => take(request, 1, done);
  scope.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isPage === true) countPage(request, reply, done);
    else done();
  });
  scope.addHook('preHandler', (request, _reply, done) => {
    // One is taken.
    const more = tokensOf(request) - 1;
    if (more > 0) take(request, more, done);
    else done();
  });
  return countPage;
};

const tokensOf = ({ body, routeOptions: { config } }: FastifyRequest): number => {
  if (!(body instanceof URLSearchParams)) return 1;
  const chars = [...body].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return Math.max(config.formTokens ?? 1, Math.ceil(chars / limits.bodyBytesPerToken));
};
