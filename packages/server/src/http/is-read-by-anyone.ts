import type { Endpoint } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';

/** Whether it only reads and gives every caller the same response. */
export const isReadByAnyone = ({ method, auth }: Endpoint, { actor }: FastifyRequest): boolean =>
  method === 'GET' && (auth === 'public' || auth === 'optional') && actor.kind === 'anonymous';
