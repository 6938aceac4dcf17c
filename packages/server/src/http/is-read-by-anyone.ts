import type { Endpoint } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';

/** Whether it reads, and answers what it would answer anyone. */
export const isReadByAnyone = ({ method, auth }: Endpoint, { actor }: FastifyRequest): boolean =>
  method === 'GET' && (auth === 'public' || auth === 'optional') && actor.kind === 'anonymous';
