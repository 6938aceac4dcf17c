import type { FileRoute } from '@patchbay/web';
import type { FastifyInstance } from 'fastify';
import { inertFile } from '../http/security-headers.ts';
import { sendToAnyone } from './send-to-anyone.ts';
import type { SiteParts } from './site-parts.ts';

/**
 * Serves what the site has for machines. It is kept under its path: a query changes nothing, so that nobody can have a
 * picture drawn again and again.
 */
export const serveFile = (
  scope: FastifyInstance,
  { keeper: keep, visitOf }: SiteParts,
  { path, changesWith, usedForSeconds, answer }: FileRoute,
): void => {
  scope.get(path, { config: { isPage: true } }, async (request, reply) => {
    const keeper = keep();
    const key = request.url.replace(/\?.*/s, '');
    const kept = request.url === key ? undefined : keeper.cache.answer(key);
    if (kept !== undefined)
      return reply.headers(pairs(kept.headers)).header('etag', kept.etag).send(kept.body);
    const { status, type, body } = await answer({
      ...visitOf(request, reply, 'anyone'),
      query: new URLSearchParams(),
    });
    const cacheControl = usedForSeconds === undefined ? 'no-cache' : `max-age=${usedForSeconds}`;
    reply
      .headers({ ...inertFile, 'cache-control': status === 200 ? `public, ${cacheControl}` : 'no-store' })
      .code(status)
      .type(type);
    if (status === 503) reply.header('retry-after', '1');
    const sent = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (status !== 200 || changesWith === undefined) return reply.send(sent);
    return sendToAnyone(request, reply, {
      ...keeper,
      body: sent,
      isCompact: typeof sent !== 'string',
      key,
      changesWith,
      showsDownloads: false,
    });
  });
};

const pairs = (list: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : [])),
  );
