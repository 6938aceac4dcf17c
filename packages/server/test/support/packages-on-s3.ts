import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Ending } from './ending.ts';
import { type S3Server, startS3Server } from './s3-server.ts';

const bucket = 'patchbay-tests';
const region = 'us-east-1';

/** Where the tests keep packages on S3. */
export interface PackagesOnS3 {
  endpoint: string;
  bucket: string;
  /** A `PACKAGES_URL` that nobody used before. */
  url: (endpoint?: string) => string;
  client: S3Client;
}

/**
 * The S3-compatible server of the test run, at `S3_ENDPOINT` with the credentials where the SDK looks for them, or
 * one of this test file alone when it runs by itself.
 */
export const packagesOnS3 = async (test: Ending): Promise<PackagesOnS3> => {
  if (!process.env['S3_ENDPOINT']) {
    const server = await startS3Server();
    test.after(() => server.stop());
    Object.assign(process.env, s3Environment(server));
  }
  const { S3_ENDPOINT: endpoint = '' } = process.env;
  const client = new S3Client({ endpoint, region, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(unlessItIsThere);
  return {
    endpoint,
    bucket,
    client,
    url: (via = endpoint) => `s3://${bucket}/${randomUUID()}?endpoint=${via}`,
  };
};

/** Makes a bucket there, unless it has it already. */
export const makeBucket = async ({ endpoint, ...credentials }: S3Server, name: string): Promise<void> => {
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: name })).catch(unlessItIsThere);
  client.destroy();
};

/** What tells a test file where the server of the run is. */
export const s3Environment = (server: S3Server) => ({
  S3_ENDPOINT: server.endpoint,
  AWS_ACCESS_KEY_ID: server.accessKeyId,
  AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
});

const unlessItIsThere = (error: unknown): void => {
  const isThere =
    error instanceof Error && ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(error.name);
  if (!isThere) throw error;
};
