import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../blob-store.ts';
import { type Bucket, withOurErrors, arrivalKey, storedKey } from './bucket.ts';

const downloadTtlSeconds = 15 * 60;
/** A signed URL is reused for most of its lifetime, because signing one costs 0.75 ms of a core. */
const reuseMs = 5 * 60_000;
const keptMax = 10_000;

/** URLs that the store itself serves, signed here without contacting it. */
export const signedAddresses = (
  bucket: Bucket,
  now: () => Date,
): Pick<BlobStore, 'signUpload'> & Required<Pick<BlobStore, 'signDownload'>> => {
  const kept = new LRUCache<string, string>({ max: keptMax, ttl: reuseMs });
  return {
    signUpload: ({ expires, ...grant }, contentTypes) => {
      const [ContentType] = contentTypes.length === 1 ? contentTypes : [];
      const put = new PutObjectCommand({ ...bucket.at(arrivalKey(grant)), ContentType });
      return withOurErrors(
        getSignedUrl(bucket.client, put, {
          expiresIn: expires - Math.floor(now().getTime() / 1000),
          // The SDK chooses a content type if none is given. That one must not be bound.
          signableHeaders: new Set(ContentType === undefined ? [] : ['content-type']),
        }),
      );
    },
    signDownload: async (key, fileName) => {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const get = new GetObjectCommand({
        ...bucket.at(storedKey(key)),
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
      });
      const address = await withOurErrors(
        getSignedUrl(bucket.client, get, { expiresIn: downloadTtlSeconds }),
      );
      kept.set(key, address);
      return address;
    },
  };
};
