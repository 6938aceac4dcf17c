import type { IncomingMessage } from 'node:http';
import type { Endpoint, NodeVersion } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import { Json } from '../../operations/answers.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import type { Edge, Route } from '../edge.ts';
import type { CachePolicy } from './render-and-cache.ts';
import type { Lifetime } from './response-cache.ts';

/** Created before the operation reads, so that a change in the meantime prevents caching. */
export const cachePolicy = (
  { context: { metrics }, responseCache }: Edge,
  { name, endpoint }: Route,
  request: FastifyRequest,
): CachePolicy | undefined => {
  if (endpoint.changesWith === undefined) return undefined;
  const { unknownParameters: unknown, headers, raw } = request;
  return {
    cache: responseCache,
    key: headers.authorization === undefined && raw.method === 'GET' ? raw.url : undefined,
    generation: responseCache.generation,
    ...lifetimeOf(endpoint, request.params),
    meter: metrics.requestsOf(name),
    ...(unknown === 0 ? {} : { onSendAgain: () => metrics.countUnknownParameters(name, unknown) }),
  };
};

/** Of a response to a request with these parameters in its path. */
export const lifetimeOf = ({ changesWith, showsDownloads = false }: Endpoint, params: unknown): Lifetime => {
  const { nodeId } = params as { nodeId?: string };
  return {
    nodeKey: changesWith === 'node' && nodeId !== undefined ? nodeKey(nodeId) : undefined,
    showsDownloads,
  };
};

/** Only a complete GET counts as an install: HEAD only inquires, and a range is part of a request that was counted. */
export const countInstall = (
  { context: { downloads }, addressOf }: Edge,
  found: unknown,
): ((request: IncomingMessage) => void) => {
  const version: unknown = found instanceof Json ? JSON.parse(found.text) : found;
  const { id: versionId, node_id } = version as NodeVersion;
  return (request) => {
    if (request.method !== 'GET' || request.headers.range !== undefined) return;
    downloads.count({ nodeId: nodeKey(node_id), versionId }, addressOf(request));
  };
};
