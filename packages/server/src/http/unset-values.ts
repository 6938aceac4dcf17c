import { isDeepStrictEqual } from 'node:util';
import { type CompatFlags, limits } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Runs before a publish is validated. Publish tools send every key of `node` each time, so unset values are removed;
 * otherwise they would overwrite edits or be refused.
 */
export const dropUnsetValues =
  ({ unsetValues }: CompatFlags) =>
  async ({ body }: FastifyRequest): Promise<void> => {
    const node = isObject(body) ? body['node'] : undefined;
    // A node with more keys is refused next.
    if (!isObject(node) || Object.keys(node).length > limits.objectKeysMax) return;
    for (const [key, value] of Object.entries(node)) {
      if (unsetValues.some((unset) => isDeepStrictEqual(unset, value))) delete node[key];
    }
  };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
