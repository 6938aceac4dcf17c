import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { type WaitingDevice, decideDevice, findWaitingDevice } from '../store/rows/sign-in-flows.ts';
import type { ReadConnection, Writer } from '../store/store.ts';

/** Consonants that are not taken for one another: no words, and no vowels to read wrongly (RFC 8628, section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const userCodeLetters = 8;

/** What the device keeps to itself: 256 random bits. */
export const makeDeviceCode = (): string => randomBytes(32).toString('base64url');

/** What a person reads from the device and types: `BCDF-GHJK`, one of 25 thousand million. */
export const makeUserCode = (): string => makeLetters(userCodeLetters).replace(/^.{4}/, '$&-');

/** So many random letters that a person can read and type. */
export const makeLetters = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');

/** A user code as it is stored. The secret is needed, since all codes can be tried in a second. */
export const userCodeDigest = (secret: string, userCode: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['user code', plain(userCode)]))
    .digest('hex');

/** As a device shows the code, however a person typed it. */
export const readUserCode = (typed: string): string => plain(typed).replace(/^.{4}(?=.)/, '$&-');

const plain = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

type Decision = Parameters<typeof decideDevice>[2];

/** Where a typed code is found. The accounts library dates device codes by the machine's clock. */
const askedBy = ({ SECRET }: Pick<Config, 'SECRET'>, userCode: string) => ({
  userCodeDigest: userCodeDigest(SECRET, userCode),
  now: new Date().toISOString(),
});

/** The device that waits with this user code. Throws `not_found`. */
export const waitingDevice = async (
  read: ReadConnection,
  config: Pick<Config, 'SECRET'>,
  userCode: string,
): Promise<WaitingDevice> => {
  const device = await findWaitingDevice(read, askedBy(config, userCode));
  if (device === undefined) throw noDevice();
  return device;
};

/** Approves or denies the device that waits with this user code. Throws `not_found`. */
export const decideWaitingDevice = async (
  tx: Writer,
  config: Pick<Config, 'SECRET'>,
  userCode: string,
  decision: Decision,
): Promise<void> => {
  await decideDeviceOf(tx, userCodeDigest(config.SECRET, userCode), decision);
};

/** As `decideWaitingDevice`, by the digest of the user code. Returns what the device calls itself. */
export const decideDeviceOf = async (tx: Writer, digest: string, decision: Decision): Promise<string> => {
  const asked = { userCodeDigest: digest, now: new Date().toISOString() };
  const device = await findWaitingDevice(tx.db, asked);
  if (device === undefined || !(await decideDevice(tx, asked, decision))) throw noDevice();
  return device.clientId;
};

const noDevice = (): ApiError =>
  new ApiError(
    'not_found',
    'No program waits with this code: it is mistyped, has expired or was used. Check the code, or let the program ask for another one.',
  );
