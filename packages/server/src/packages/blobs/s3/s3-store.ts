import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createReadStream } from 'node:fs';
import { type BlobStore, BlobMissingError, type ListedBlob } from '../blob-store.ts';
import type { S3Location } from '../packages-url.ts';
import { findLeftovers, openStaging } from '../staging.ts';
import { signedAddresses } from './addresses.ts';
import { type Bucket, bodyOf, openBucket, storedHeaders, storedKey, withOurErrors } from './bucket.ts';
import { findArrival } from './find-arrival.ts';

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
        undefinedIfMissing,
      );
      return seen?.ContentLength;
    },
    list: (after) => listBucket(bucket, after),
    leftovers: () => findLeftovers(staging),
    remove: async (key) => {
      await withOurErrors(client.send(new DeleteObjectCommand(at(storedKey(key)))));
    },
    check: async () => {
      await withOurErrors(client.send(new HeadBucketCommand({ Bucket: bucket.name })));
    },
  };
};

const undefinedIfMissing = (error: unknown): undefined => {
  if (!(error instanceof BlobMissingError)) throw error;
};

/** The stored packages of a bucket, by key, from behind the key `after`. */
const listBucket = async function* ({ client, name, at }: Bucket, after: string): AsyncGenerator<ListedBlob> {
  const { Key: Prefix } = at(storedKey(''));
  let last = Prefix + after;
  for (;;) {
    const request = new ListObjectsV2Command({ Bucket: name, Prefix, StartAfter: last });
    const { Contents = [], IsTruncated = false } = await withOurErrors(client.send(request));
    for (const { Key = '', LastModified = new Date() } of Contents) {
      last = Key;
      yield { key: Key.slice(Prefix.length), storedAt: LastModified };
    }
    if (!IsTruncated) return;
  }
};
