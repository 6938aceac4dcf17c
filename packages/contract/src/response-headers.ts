/** Every header of an answer that a client can use, and what it says. */
export const responseHeaders = {
  'Accept-Ranges': 'That ranges of bytes may be asked for',
  Allow: 'The methods that the address takes',
  'Cache-Control': 'Who may keep the answer, and for how long',
  'Content-Disposition': 'Under which name to save the package',
  'Content-Range': 'Which bytes these are, and of how many',
  Digest: 'The SHA-256 of the whole package, in Base64',
  ETag: 'Names this state of the answer, for If-None-Match',
  Link: 'The pages before and after this one, by `rel="prev"` and `rel="next"` (RFC 8288)',
  Location: 'Where the package lies',
  'Retry-After': 'Seconds to wait before the next attempt',
  'WWW-Authenticate': 'How to authenticate: by a Bearer',
  'X-Content-Type-Options': 'That the type is not to be guessed',
  'X-Request-Id': 'Finds this request in the log of the server',
  'X-Total-Count': 'Items on all pages together',
} as const satisfies Record<string, string>;

export type ResponseHeader = keyof typeof responseHeaders;

/** Of every answer. */
export const commonHeaders: readonly ResponseHeader[] = ['X-Request-Id', 'X-Content-Type-Options'];

/** Sent only where there is something to say; all others are in every answer they are documented for. */
export const occasionalHeaders: ReadonlySet<string> = new Set<ResponseHeader>(['Link']);
