import { s3Environment } from './packages-on-s3.ts';
import { type S3Server, startS3Server } from './s3-server.ts';

let s3: S3Server | undefined;

/** What every test file of a run shares; each file inherits the environment. */
export const globalSetup = async (): Promise<void> => {
  if (process.env['S3_ENDPOINT']) return;
  s3 = await startS3Server();
  Object.assign(process.env, s3Environment(s3));
};

export const globalTeardown = async (): Promise<void> => {
  await s3?.stop();
};
