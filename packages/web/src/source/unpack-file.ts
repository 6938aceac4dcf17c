import { inflate } from '../inflate.ts';
import type { PackedFile } from './packed-file.ts';
import { SourceError } from './source-error.ts';

/**
 * The content of a file from its packed bytes. Throws a SourceError unless it is the one that was listed: neither the
 * package nor the list is trusted, and what differs is not shown.
 */
export const unpackFile = async (
  packed: Uint8Array<ArrayBuffer>,
  { size, method, sha256 }: PackedFile,
): Promise<Uint8Array<ArrayBuffer>> => {
  const content = method === 'stored' ? packed : await inflate(new Blob([packed]), size).catch(unpackFailed);
  if (content?.length !== size) throw wrongSize();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== sha256) {
    throw new SourceError(
      'The file in the package is not the one that was listed: its SHA-256 differs. Nothing of it is shown.',
    );
  }
  return content;
};

const wrongSize = (): SourceError =>
  new SourceError(
    'The file in the package is not the one that was listed: its size differs. Nothing of it is shown.',
  );

const unpackFailed = (cause: unknown): never => {
  throw new SourceError('The file cannot be unpacked. Nothing of it is shown.', { cause });
};
