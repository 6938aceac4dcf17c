import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
} from '@aws-sdk/client-s3';
import { type Arrival, BlobMissingError, BlobTooLargeError } from '../blob-store.ts';
import type { Stage } from '../staging.ts';
import type { UploadGrant } from '../upload-signature.ts';
import {
  type Bucket,
  copyMsMax,
  withOurErrors,
  arrivalKey,
  quarantineKey,
  storedHeaders,
  storedKey,
  bodyOf,
} from './bucket.ts';

/** The object at the upload location of a version, or undefined. */
export const findArrival = async (
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
