import type { IncomingMessage } from 'node:http';
import type { NodeVersion } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import { nodeKey } from '../../store/rows/nodes.ts';
import type { Edge } from '../edge.ts';
import type { Route } from '../route.ts';
import type { Keeping } from './send-kept.ts';

/** Created before the operation reads, so that a change in the meantime prevents caching. */
export const keepingOf = (
  { context: { metrics }, responseCache }: Edge,
  { name, endpoint: { changesWith, showsDownloads = false } }: Route,
  request: FastifyRequest,
): Keeping | undefined => {
  if (changesWith === undefined) return undefined;
  const { unknownParameters: unknown } = request;
  const { nodeId } = request.params as { nodeId?: string };
  const key = nodeId === undefined ? undefined : nodeKey(nodeId);
  return {
    cache: responseCache,
    generation: responseCache.generation,
    nodeKey: changesWith === 'node' ? key : undefined,
    showsDownloads,
    meter: metrics.requestsOf(name),
    ...(unknown === 0 ? {} : { onSendAgain: () => metrics.countUnknownParameters(name, unknown) }),
  };
};

/** Only a complete GET counts as an install: HEAD only inquires, and a range is part of a request that was counted. */
export const countInstall =
  ({ context: { downloads }, addressOf }: Edge, { id: versionId, node_id }: NodeVersion) =>
  (request: IncomingMessage): void => {
    if (request.method !== 'GET' || request.headers.range !== undefined) return;
    downloads.count({ nodeKey: nodeKey(node_id), versionId }, addressOf(request));
  };
