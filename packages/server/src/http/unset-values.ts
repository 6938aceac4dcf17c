import { isDeepStrictEqual } from 'node:util';
import { type CompatFlags, limits } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Removes unset keys from one object of a body before validation. Publish tools send every key each time; an unset
 * one would overwrite an edit or be refused.
 */
export const dropUnsetValues =
  (name: string, { unsetValues }: CompatFlags) =>
  async ({ body }: FastifyRequest): Promise<void> => {
    const object = isObject(body) ? body[name] : undefined;
    // An object of more keys is refused next.
    if (!isObject(object) || Object.keys(object).length > limits.objectKeysMax) return;
    for (const [key, value] of Object.entries(object)) {
      if (unsetValues.some((unset) => isDeepStrictEqual(unset, value))) delete object[key];
    }
  };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
