/** Every response header that a client can use, and its meaning. */
export const responseHeaders = {
  'Accept-Ranges': 'Announces support for byte ranges',
  Allow: 'The methods that the URL supports',
  'Cache-Control': 'Who may cache the response, and for how long',
  'Content-Disposition': 'The file name for the package',
  'Content-Range': 'The range of bytes, and the total',
  Digest: 'The SHA-256 of the whole package, in Base64',
  ETag: 'Names this state of the answer, for If-None-Match',
  'Idempotent-Replayed':
    '`true` if the request was carried out before under the same Idempotency-Key, and this is its answer',
  Link: 'The pages before and after this one, by `rel="prev"` and `rel="next"` (RFC 8288)',
  Location: 'Where the package is stored',
  RateLimit:
    'Of each token bucket that the request took from: `r` tokens are left, and in `t` seconds it is full again (draft-ietf-httpapi-ratelimit-headers)',
  'RateLimit-Policy': 'Of each of these buckets: it holds `q` tokens, and fills in `w` seconds',
  'Retry-After': 'Seconds to wait before the next attempt',
  'WWW-Authenticate': 'How to authenticate: with a bearer token',
  'X-Content-Type-Options': 'Prevents browsers from guessing the type',
  'X-Last-Seq': 'The number of the last change of the log that the response includes',
  'X-Request-Id': 'Identifies this request in the server log',
  'X-Total-Count': 'Items on all pages together',
} as const satisfies Record<string, string>;

export type ResponseHeader = keyof typeof responseHeaders;

/** Headers of every response. */
export const commonHeaders: readonly ResponseHeader[] = ['X-Request-Id', 'X-Content-Type-Options'];

/** Headers of every response to a request that was counted. */
export const rateHeaders: readonly ResponseHeader[] = ['RateLimit', 'RateLimit-Policy'];

/** Sent only when they apply. All others are in every response for which they are documented. */
export const occasionalHeaders: ReadonlySet<string> = new Set<ResponseHeader>([
  'Idempotent-Replayed',
  'Link',
  ...rateHeaders,
]);

/** A header as the OpenAPI document describes it. */
export const headerOf = (name: ResponseHeader, required: boolean) => ({
  description: responseHeaders[name],
  required,
  schema: { type: 'string' },
});
