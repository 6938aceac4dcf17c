import type { VersionFile } from '@patchbay/contract';
import type { ListedFile } from '../archive/list-files.ts';

/** A listed file as the interface has it. */
export const describeFile = ([path, size, packedSize, offset, method, sha256]: ListedFile): VersionFile => ({
  path,
  size,
  packed_size: packedSize,
  offset,
  method: method === 0 ? 'stored' : 'deflated',
  sha256: Buffer.from(sha256, 'base64url').toString('hex'),
});
