import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { ListedBlob } from '../blob-store.ts';
import { type Bucket, withOurErrors } from './bucket.ts';
import { storedKey } from './layout.ts';

/** The stored packages of a bucket, by key, from behind the key `after`. */
export const listBucket = async function* (
  { client, name, at }: Bucket,
  after: string,
): AsyncGenerator<ListedBlob> {
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
