import { Readable } from 'node:stream';
import type { FastifyInstance, onSendHookHandler } from 'fastify';

/**
 * Has each route that answers GET answer HEAD with the same headers. The framework would add a second route for each,
 * which takes as long as the first: a tenth of the processor time of a start.
 */
export const answerHead = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET') return;
    route.method = ['GET', 'HEAD'];
    route.onSend = [route.onSend ?? [], dropBody].flat();
  });
};

const dropBody: onSendHookHandler = (request, reply, payload, done) => {
  if (request.method !== 'HEAD') return done(null, payload);
  if (payload instanceof Readable) payload.destroy();
  else if (reply.statusCode !== 304) reply.header('content-length', lengthOf(payload));
  done(null, null);
};

const lengthOf = (payload: unknown): number => Buffer.byteLength((payload ?? '') as string | Uint8Array);
