/** A file that is no zip, or one that cannot be read here. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}
