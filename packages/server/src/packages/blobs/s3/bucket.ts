import { Readable } from 'node:stream';
import { type GetObjectCommandOutput, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { BlobsAwayError } from '../../../errors.ts';
import { BlobChangedError, BlobMissingError, BlobTooLargeError } from '../blob-store.ts';
import type { S3Location } from '../packages-url.ts';
import type { UploadGrant } from '../upload-signature.ts';

const connectMsMax = 1_500;
const answerMsMax = 3_000;
/** A copy inside the store is one request, however large the object, so it may take longer. */
export const copyMsMax = 60_000;
const silenceMsMax = 10_000;
const attemptsMax = 2;

/** A bucket and our prefix in it. */
export interface Bucket {
  readonly client: S3Client;
  /** The object with this key, as request parameters. */
  readonly at: (key: string) => { Bucket: string; Key: string };
  readonly name: string;
}

/** The bucket of the URL. The SDK finds the credentials. */
export const openBucket = ({ bucket, prefix, endpoint, region, forcePathStyle }: S3Location): Bucket => ({
  name: bucket,
  at: (key) => ({ Bucket: bucket, Key: prefix + key }),
  client: new S3Client({
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    maxAttempts: attemptsMax,
    // Many stores refuse the trailing checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMsMax,
      requestTimeout: answerMsMax,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMsMax,
    },
  }),
});

/** Awaits a call of the store and converts its errors to ours. */
export const withOurErrors = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw translate(error);
  }
};

/** Rejects with a BlobsAwayError unless the bucket is there for us. The answer to a HEAD has no text of its own. */
export const checkBucket = async ({ client, name }: Bucket): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }));
  } catch (error) {
    const reason = refusals[statusOf(error) ?? 0];
    throw away(reason === undefined ? error : new Error(`${reason} "${name}"`, { cause: error }));
  }
};

const refusals: Readonly<Record<number, string>> = {
  403: 'the credentials give no access to the bucket',
  404: 'there is no bucket',
};

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const away = (cause: unknown): BlobsAwayError =>
  new BlobsAwayError('the store of packages does not answer as it should', { cause });

const translate = (error: unknown): unknown => {
  if (error instanceof BlobTooLargeError) return error;
  const status = statusOf(error);
  if (status === 404 && (error as Error).name !== 'NoSuchBucket')
    return new BlobMissingError('not there', { cause: error });
  if (status === 412) return new BlobChangedError('overwritten meanwhile', { cause: error });
  return away(error);
};

/** The bytes of an object. In Node.js the SDK returns a Node.js stream. */
export const bodyOf = ({ Body }: GetObjectCommandOutput): Readable => {
  if (!(Body instanceof Readable)) throw new Error('the object came without a body');
  return Body;
};

/** Siblings, so that public objects and expiring objects each have a prefix of their own. */
export const storedKey = (key: string): string => `packages/${key}`;

/**
 * Where the package of a version arrives before its inspection. The key includes the token: the URL of a revoked token
 * stays valid at the store for a while and must not reach the location where a later publish expects its package.
 */
export const arrivalKey = ({ versionId, tokenId }: Pick<UploadGrant, 'versionId' | 'tokenId'>): string =>
  tokenId === null ? `uploads/${versionId}` : `uploads/${versionId}/${tokenId}`;

/** Where a refused package is stored for people to examine. */
export const quarantineKey = (versionId: string): string => `quarantine/${versionId}.zip`;

/** The cache header of every object: it never changes. */
export const storedHeaders = {
  ContentType: 'application/zip',
  CacheControl: 'public, max-age=31536000, immutable',
} as const;
