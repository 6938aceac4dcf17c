import { hash } from 'node:crypto';
import type { PageRoute } from '@patchbay/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/matches-etag.ts';
import { keepReply } from '../http/response-cache/keep-reply.ts';
import type { KeptAnswer, ResponseCache } from '../http/response-cache/response-cache.ts';
import type { EndpointMeter } from '../metrics/endpoint-meter.ts';
import { nodeKey } from '../store/rows/nodes.ts';

/** Where an answer is kept. */
export interface Keeper {
  cache: ResponseCache;
  /** The cache's generation before anything was read for the answer. */
  generation: number;
  meter: EndpointMeter;
}

interface Sent extends Keeper {
  body: KeptAnswer['body'];
  isCompact?: boolean;
  key: string;
  changesWith: NonNullable<PageRoute['changesWith']>;
  showsDownloads: boolean;
}

/** Sends and keeps what is the same for everyone who asks, under the headers that the reply has by now. */
export const sendToAnyone = (request: FastifyRequest, reply: FastifyReply, sent: Sent): unknown => {
  const { changesWith, ...kept } = sent;
  const etag = `"${hash('sha1', sent.body, 'base64url')}"`;
  const { nodeId } = request.params as { nodeId?: string };
  if (request.method === 'GET') {
    const isOfNode = changesWith === 'node' && nodeId !== undefined;
    keepReply(reply, { ...kept, etag, nodeKey: isOfNode ? nodeKey(nodeId) : undefined });
  }
  reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(sent.body);
};
