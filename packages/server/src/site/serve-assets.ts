import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Site } from '@patchbay/web';
import type { FastifyInstance } from 'fastify';
import { pages } from '../http/security-headers.ts';

const assetSeconds = 365 * 24 * 60 * 60;

/** Serves the files that pages load, from memory. */
export const serveAssets = async (scope: FastifyInstance, { assets }: Site): Promise<void> => {
  for (const { path, type, file, isImmutable } of assets) {
    const body = await readFile(file);
    const headers = {
      ...pages.site,
      'cache-control': isImmutable ? `public, max-age=${assetSeconds}, immutable` : 'public, no-cache',
      etag: `"${hash('sha1', body, 'base64url')}"`,
    };
    scope.get(path, (_request, reply) => reply.headers(headers).type(type).send(body));
  }
};
