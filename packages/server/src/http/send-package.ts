import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PackageReply } from '../operations/answers.ts';
import { ApiError } from '../errors.ts';
import { matchesEtag } from './request-head.ts';

/** The bytes from `start` to `end`, both included. */
interface ByteRange {
  start: number;
  end: number;
}

/** One `int-range` or `suffix-range` in the unit `bytes`, which is case-insensitive. */
const singleRange = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/**
 * The bytes that a `Range` header requests of a file with `bytes` bytes (RFC 9110, section 14.1.2). Returns undefined
 * if the header must be ignored because it is malformed, reversed, has another unit, or requests several ranges; and
 * `unsatisfiable` if the file has none of the bytes.
 */
const parseRange = (header: string, bytes: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = singleRange.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? Infinity : Number(last);
  if (end < start) return undefined;
  return start < bytes ? { start, end: Math.min(end, bytes - 1) } : 'unsatisfiable';
};

/**
 * Sends a package, a range of it, or a 304; see RFC 9110, sections 13 and 14. If the package is stored elsewhere, GET
 * returns a 302; the server still answers everything that needs no bytes.
 */
export const sendPackage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: PackageReply,
): Promise<unknown> => {
  const etag = `"${file.sha256}"`;
  const digest = Buffer.from(file.sha256, 'hex').toString('base64');
  const isKnown = matchesEtag(request.headers['if-none-match'], etag);
  const range = isKnown ? undefined : wantedRange(request, etag, file.bytes);
  const isSent = !isKnown && request.method !== 'HEAD';
  // Everything that can fail comes before the headers, so that no error carries the headers of a package.
  const address = isSent ? await file.address?.() : undefined;
  const stream = isSent && address === undefined ? await file.open(range) : Readable.from([]);
  reply.header('etag', etag).header('digest', `sha-256=${digest}`);
  if (address !== undefined) {
    // Never cached, so that every download is refused once the version is banned.
    return reply.code(302).header('cache-control', 'no-store').header('location', address).send();
  }
  reply
    .header('cache-control', 'public, no-cache')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .type('application/zip');
  if (isKnown) return reply.code(304).send();
  const length = range === undefined ? file.bytes : range.end - range.start + 1;
  reply.header('content-length', length);
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  }
  // HEAD also gets an empty stream: with any other body the framework sets the length itself.
  return reply.send(stream);
};

/**
 * The single range that a GET requests of this state of the file. Other methods have no ranges (RFC 9110, section
 * 14.2).
 */
const wantedRange = (
  { headers, method }: FastifyRequest,
  etag: string,
  bytes: number,
): ByteRange | undefined => {
  if (headers.range === undefined || method !== 'GET') return undefined;
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined;
  const range = parseRange(headers.range, bytes);
  if (range !== 'unsatisfiable') return range;
  throw new ApiError(
    'range_not_satisfiable',
    `The range lies outside the package, which has ${bytes} bytes. Request a range within them.`,
    {
      headers: { 'content-range': `bytes */${bytes}` },
    },
  );
};
