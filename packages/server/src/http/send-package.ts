import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import type { PackageReply } from '../context.ts';
import { ApiError } from '../errors.ts';

/** Sends a package, a range of it, or 304; see RFC 9110, sections 13 and 14. */
export const sendPackage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: PackageReply,
): Promise<unknown> => {
  const etag = `"${file.sha256}"`;
  reply
    .header('etag', etag)
    .header('digest', `sha-256=${Buffer.from(file.sha256, 'hex').toString('base64')}`)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .type('application/zip');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = wantedRange(request, etag, file.bytes);
  const length = range === undefined ? file.bytes : range.end - range.start + 1;
  reply.header('content-length', length);
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  }
  if (request.method === 'HEAD') return reply.send();
  const stream = await file.open(range);
  if (range === undefined || range.start === 0) file.onSend();
  return reply.send(stream);
};

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

/** The one range asked for; several, or one of another state of the file, are answered with the whole. */
const wantedRange = (
  { headers }: FastifyRequest,
  etag: string,
  bytes: number,
): { start: number; end: number } | undefined => {
  if (headers.range === undefined) return undefined;
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined;
  const ranges = parseRange(bytes, headers.range, { combine: true });
  if (ranges === -1) {
    throw new ApiError(
      'range_not_satisfiable',
      `The package has ${bytes} bytes; ask for a range within them.`,
      {
        headers: { 'content-range': `bytes */${bytes}` },
      },
    );
  }
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1 ? undefined : ranges[0];
};
