import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';

/** The bytes of an object. In Node.js the SDK returns a Node.js stream. */
export const bodyOf = ({ Body }: GetObjectCommandOutput): Readable => {
  if (!(Body instanceof Readable)) throw new Error('the object came without a body');
  return Body;
};
