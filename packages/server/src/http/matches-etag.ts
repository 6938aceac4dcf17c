/** More than any client remembers of one URL. Further ones are ignored. */
const etagsMax = 50;

/** The suffix of a compressed form, which is the same response in other bytes. */
const encodingMark = /-(?:br|gzip|zstd)"$/;

/**
 * Whether an `If-None-Match` header names this ETag, also as a weak ETag or that of a compressed response (RFC 9110,
 * section 13.1.2).
 */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header.split(',', etagsMax).some((one) => {
      const named = one.trim();
      return named === '*' || named.replace(/^W\//, '').replace(encodingMark, '"') === etag;
    }));
