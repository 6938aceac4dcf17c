import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { StoredPackage } from '../store/rows/versions.ts';
import type { Intake } from './intake.ts';

/** What becomes of a package that comes for a version that has one: it is compared as it comes, and never kept. */
export const comparePackage = async (stored: StoredPackage, body: Readable): Promise<Intake> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= stored.bytes) hash.update(chunk);
  }
  return bytes === stored.bytes && hash.digest('hex') === stored.sha256
    ? { outcome: 'stored', ...stored }
    : { outcome: 'superseded', by: 'package' };
};
