import { hash } from 'node:crypto';
import type { PageRoute } from '@patchbay/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/matches-etag.ts';
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
  const { body, isCompact = false, key, changesWith, showsDownloads, cache, generation, meter } = sent;
  const etag = `"${hash('sha1', body, 'base64url')}"`;
  const { nodeId } = request.params as { nodeId?: string };
  if (request.method === 'GET') {
    cache.keep(
      key,
      () => ({
        body,
        isCompact,
        etag,
        bytes: Buffer.byteLength(body),
        headers: keptHeaders(reply),
        meter,
        encoded: new Map(),
      }),
      {
        nodeKey: changesWith === 'node' && nodeId !== undefined ? nodeKey(nodeId) : undefined,
        showsDownloads,
        generation,
      },
    );
  }
  reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(body);
};

/** All headers that are the same for every request. */
const keptHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders())
    .filter(([name]) => !perRequest.has(name))
    .flatMap(([name, value]) => [name, String(value)]);

const perRequest: ReadonlySet<string> = new Set(['x-request-id', 'set-cookie', 'content-length']);
