import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parsePackagesUrl } from '../../src/packages/blobs/packages-url.ts';
import { openS3Store } from '../../src/packages/blobs/s3/s3-store.ts';
import type { Ending } from './ending.ts';
import { packagesOnS3 } from './packages-on-s3.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An empty store of packages on S3; `endpoint` leads there by another way. */
export const openS3 = async (test: Ending, endpoint?: string) => {
  const s3 = await packagesOnS3(test);
  const location = parsePackagesUrl(s3.url(endpoint));
  if (location?.kind !== 's3') throw new Error('the address is not of S3');
  const staging = join(await temporaryFolder(test), 'staging');
  const blobs = await openS3Store(location, { staging, now: () => new Date() });
  return {
    ...s3,
    blobs,
    staging,
    /** Keeps these bytes under the key. */
    store: async (key: string, bytes: string): Promise<void> => {
      await using blob = await blobs.stage(Readable.from([Buffer.from(bytes)]), Infinity);
      await blob.commit(key);
    },
    /** What lies at a key of the bucket below the prefix, prefix and all. */
    object: (key: string) => ({ Bucket: s3.bucket, Key: location.prefix + key }),
  };
};
