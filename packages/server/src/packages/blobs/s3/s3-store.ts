import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createReadStream } from 'node:fs';
import { type BlobStore, BlobMissingError } from '../blob-store.ts';
import type { S3Location } from '../packages-url.ts';
import { findLeftovers, openStaging } from '../staging.ts';
import { signedAddresses } from './addresses.ts';
import { bodyOf } from './body-of.ts';
import { openBucket, withOurErrors } from './bucket.ts';
import { findArrival } from './find-arrival.ts';
import { storedHeaders, storedKey } from './layout.ts';
import { listBucket } from './list-bucket.ts';

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
