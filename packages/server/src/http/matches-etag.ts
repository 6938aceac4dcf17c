/** The mark of a compressed form, which is the same answer in other bytes. */
const encodingMark = /-(?:br|gzip)"$/;

/** Whether an `If-None-Match` header names this ETag, in its weak form or of a compressed answer too (RFC 9110, 13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header.split(',').some((one) => {
      const named = one.trim();
      return named === '*' || named.replace(/^W\//, '').replace(encodingMark, '"') === etag;
    }));
