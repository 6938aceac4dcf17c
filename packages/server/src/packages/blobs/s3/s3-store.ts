import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createReadStream } from 'node:fs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LRUCache } from 'lru-cache';
import {
  type Arrival,
  type BlobStore,
  type ListedBlob,
  BlobMissingError,
  BlobTooLargeError,
} from '../blob-store.ts';
import { BlobsAwayError } from '../../../errors.ts';
import type { S3Location } from '../packages-url.ts';
import { type Stage, findLeftovers, openStaging } from '../staging.ts';
import type { UploadGrant } from '../upload-signature.ts';
import {
  type Bucket,
  arrivalKey,
  bodyOf,
  checkBucket,
  copyMsMax,
  openBucket,
  quarantineKey,
  storedHeaders,
  storedKey,
  withOurErrors,
} from './bucket.ts';

/** The object at the upload location of a version, or undefined. */
const findArrival = async (
  bucket: Bucket,
  stage: Stage,
  grant: Pick<UploadGrant, 'versionId' | 'tokenId'>,
): Promise<Arrival | undefined> => {
  const { client, at } = bucket;
  const source = at(arrivalKey(grant));
  const seen = await withOurErrors(client.send(new HeadObjectCommand(source))).catch(undefinedWhenMissing);
  if (seen === undefined) return undefined;
  const { ETag, ContentLength = 0 } = seen;

  /** Only the object seen before: its publisher can still overwrite it. */
  const copyTo = async (key: string): Promise<void> => {
    const copy = new CopyObjectCommand({
      ...at(key),
      ...storedHeaders,
      MetadataDirective: 'REPLACE',
      CopySource: [source.Bucket, ...source.Key.split('/')].map(encodeURIComponent).join('/'),
      CopySourceIfMatch: ETag,
    });
    await withOurErrors(client.send(copy, { requestTimeout: copyMsMax }));
  };

  return {
    async stage(bytesMax) {
      if (ContentLength > bytesMax) throw new BlobTooLargeError();
      const object = await withOurErrors(client.send(new GetObjectCommand({ ...source, IfMatch: ETag })));
      const staged = await withOurErrors(stage(bodyOf(object), bytesMax));
      return { ...staged, commit: (key) => copyTo(storedKey(key)) };
    },
    quarantine: () => copyTo(quarantineKey(grant.versionId)),
    async clear() {
      await withOurErrors(client.send(new DeleteObjectCommand(source)));
    },
  };
};

const undefinedWhenMissing = (error: unknown): undefined => {
  if (!(error instanceof BlobMissingError)) throw error;
};

const downloadTtlSeconds = 15 * 60;
/** A signed URL is reused for most of its lifetime, because signing one costs 0.75 ms of a core. */
const reuseMs = 5 * 60_000;
const keptMax = 10_000;

/** URLs that the store itself serves, signed here without contacting it. */
const signedAddresses = (
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

/** Packages as objects of a bucket, which receives and serves them directly at URLs signed here. */
export const openS3Store = async (
  location: S3Location,
  { staging, now }: { staging: string; now: () => Date },
): Promise<BlobStore> => {
  const bucket = openBucket(location);
  const { client, at } = bucket;
  const stage = await openStaging(staging);
  const get = async (key: string, range?: { start: number; end: number }) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    return bodyOf(await withOurErrors(client.send(new GetObjectCommand({ ...at(storedKey(key)), Range }))));
  };
  return {
    ...signedAddresses(bucket, now),
    findArrival: (grant) => findArrival(bucket, stage, grant),
    stage: async (source, bytesMax, take) => {
      const staged = await stage(source, bytesMax, take);
      return {
        ...staged,
        commit: async (key) => {
          const params = { ...at(storedKey(key)), ...storedHeaders, Body: createReadStream(staged.path) };
          await withOurErrors(new Upload({ client, params }).done());
        },
      };
    },
    open: get,
    fetch: async (key) => withOurErrors(stage(await get(key), Infinity)),
    measure: async (key) => {
      const seen = await withOurErrors(client.send(new HeadObjectCommand(at(storedKey(key))))).catch(
        undefinedWhenMissing,
      );
      return seen?.ContentLength;
    },
    list: (after) => listBucket(bucket, after),
    leftovers: () => findLeftovers(staging),
    remove: async (key) => {
      await withOurErrors(client.send(new DeleteObjectCommand(at(storedKey(key)))));
    },
    check: () => checkBucket(bucket),
  };
};

/** The stored packages of a bucket, by key, from behind the key `after`. */
const listBucket = async function* ({ client, name, at }: Bucket, after: string): AsyncGenerator<ListedBlob> {
  const { Key: Prefix } = at(storedKey(''));
  let last = Prefix + after;
  for (let before = ''; last !== before;) {
    before = last;
    const request = new ListObjectsV2Command({ Bucket: name, Prefix, StartAfter: last });
    const { Contents = [], IsTruncated = false } = await withOurErrors(client.send(request));
    for (const { Key = '', LastModified = new Date() } of Contents) {
      last = Key;
      yield { key: Key.slice(Prefix.length), storedAt: LastModified };
    }
    if (!IsTruncated) return;
  }
  throw new BlobsAwayError('the list of the bucket does not go on');
};
