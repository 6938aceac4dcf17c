import { PassThrough, type Readable } from 'node:stream';

/** A stream that its reader may destroy; the rest of the part of a form is then read into nothing. */
export const copyOfPart = (part: Readable): Readable => {
  const copy = new PassThrough();
  copy.once('close', () => part.resume()).on('error', () => undefined);
  return part.pipe(copy);
};
