import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../authorization/rights.ts';
import type { Config } from '../config.ts';
import { isProxy } from './client-address.ts';

export const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const requestIdForm = /^[\w.:=+/-]{8,128}$/;

/** The id that a trusted proxy gave the request, so that its log and ours name it alike; a new one of any other. */
export const requestIds = (trustProxy: Config['TRUST_PROXY']) => {
  const isTrusted = isProxy(trustProxy);
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers['x-request-id'];
    const isTaken =
      typeof given === 'string' && requestIdForm.test(given) && isTrusted(socket.remoteAddress ?? '');
    return isTaken ? given : randomUUID();
  };
};

/** What no rate bounds must not fill the log: a refusal by a rate, and what is for no endpoint. */
const isUnbounded = ({ is404 }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  is404 || statusCode === 405 || statusCode === 429;

/** A request for no endpoint has no actor. */
const callerKind = ({ actor }: { actor: Actor | null }): string => {
  if (actor?.kind === 'user') return actor.isModerator ? 'moderator' : 'user';
  return actor?.kind ?? 'anonymous';
};

/** Writes the line of a request. Reads are only for those who debug. */
export const logRequest = (request: FastifyRequest, reply: FastifyReply): void => {
  const { log, method, params, routeOptions } = request;
  const line = {
    method,
    route: routeOptions.url,
    params,
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    bytes: Number(reply.getHeader('content-length')) || undefined,
    caller: callerKind(request),
  };
  const { isRead: onlyReads = readingMethods.has(method) } = routeOptions.config;
  const isRead = onlyReads && reply.statusCode < 500;
  if (isRead || isUnbounded(request, reply)) log.debug(line, isRead ? 'read' : 'refused');
  else log.info(line, 'request');
};
