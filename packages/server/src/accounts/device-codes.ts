import { createHmac, randomBytes, randomInt } from 'node:crypto';

/** Consonants that are not taken for one another: no words, and no vowels to read wrongly (RFC 8628, section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const userCodeLetters = 8;

/** What the device keeps to itself: 256 random bits. */
export const makeDeviceCode = (): string => randomBytes(32).toString('base64url');

/** What a person reads from the device and types: `BCDF-GHJK`, one of 25 thousand million. */
export const makeUserCode = (): string =>
  Array.from({ length: userCodeLetters }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/^.{4}/, '$&-');

/** A user code as it is stored. The secret is needed, since all codes can be tried in a second. */
export const userCodeDigest = (secret: string, userCode: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['user code', plain(userCode)]))
    .digest('hex');

/** As a device shows the code, however a person typed it. */
export const readUserCode = (typed: string): string => plain(typed).replace(/^.{4}(?=.)/, '$&-');

const plain = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
