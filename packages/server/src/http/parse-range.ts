/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
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
export const parseRange = (header: string, bytes: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = singleRange.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? Infinity : Number(last);
  if (end < start) return undefined;
  return start < bytes ? { start, end: Math.min(end, bytes - 1) } : 'unsatisfiable';
};
