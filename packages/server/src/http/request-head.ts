import type { IncomingHttpHeaders } from 'node:http';

/** A longer list of encodings is ignored. */
const acceptedCharsMax = 256;

/** Of these codings, in their order, those that an Accept-Encoding header names. */
export const acceptedCodings = <Coding extends string>(
  accepted: string | undefined,
  supported: readonly Coding[],
): Coding[] => {
  if (accepted === undefined || accepted.length > acceptedCharsMax) return [];
  const named = new Map(
    accepted.split(',').map((one) => {
      const [name = '', weight = ''] = one.split(';');
      return [name.trim().toLowerCase(), !/^\s*q=0(?:\.0*)?\s*$/.test(weight)];
    }),
  );
  return supported.filter((name) => named.get(name) === true);
};

/** More than any client remembers of one URL. Further ones are ignored. */
const etagsMax = 50;

/** The suffix of a compressed form, which is the same response in other bytes. */
const encodingMark = /-(?:br|gzip|zstd)"$/;

/**
 * This ETag as an `If-None-Match` header names it: itself, or that of a compressed form, also where it is named as weak
 * (RFC 9110, section 13.1.2). A cache finds by it which of its responses a 304 is about. Undefined if it is not named.
 */
export const namedEtag = (header: string | undefined, etag: string): string | undefined => {
  if (header === undefined || header === etag) return header;
  for (const one of header.split(',', etagsMax)) {
    const named = one.trim().replace(/^W\//, '');
    if (named === '*') return etag;
    if (named.replace(encodingMark, '"') === etag) return named;
  }
  return undefined;
};

/** Whether an `If-None-Match` header names this ETag. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  namedEtag(header, etag) !== undefined;

/** Whether a browser shows the answer to a person. Programs accept anything, or JSON. */
export const wantsPage = ({ accept }: IncomingHttpHeaders): boolean => accept?.includes('text/html') === true;

/**
 * The query of a request as its router has parsed it. `URLSearchParams` would parse it again, and throw and catch an
 * error for each escape that is no text.
 */
export const searchParamsOf = (query: unknown): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query as Readonly<Record<string, unknown>>).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, String(value)]),
    ),
  );
