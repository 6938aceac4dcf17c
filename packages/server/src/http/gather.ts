import { createHash } from 'node:crypto';
import { mapInSlices } from '../map-in-slices.ts';
import { lengthOf } from './length-of.ts';

/** The pieces of an answer as one, and its SHA-1 in base64url. */
export const gather = async (pieces: readonly Uint8Array[]): Promise<{ body: Buffer; digest: string }> => {
  const body = Buffer.allocUnsafeSlow(lengthOf(pieces));
  const sum = createHash('sha1');
  let end = 0;
  await mapInSlices(pieces, (piece) => {
    sum.update(piece);
    body.set(piece, end);
    end += piece.length;
  });
  return { body, digest: sum.digest('base64url') };
};
