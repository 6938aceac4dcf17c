import { userCodeDigest } from '../accounts/device-codes.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { type WaitingDevice, decideDevice, findWaitingDevice } from '../store/rows/device-codes.ts';
import type { Reader, Writer } from '../store/store.ts';

type Decision = Parameters<typeof decideDevice>[2];

/** Where a typed code is found. The accounts library dates device codes by the machine's clock. */
const askedBy = ({ SECRET }: Pick<Config, 'SECRET'>, userCode: string) => ({
  userCodeDigest: userCodeDigest(SECRET, userCode),
  now: new Date().toISOString(),
});

/** The device that waits with this user code. Throws `not_found`. */
export const waitingDevice = async (
  read: Reader,
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
  if (!(await decideDevice(tx, askedBy(config, userCode), decision))) throw noDevice();
};

const noDevice = (): ApiError =>
  new ApiError(
    'not_found',
    'No program waits with this code: it is mistyped, has expired or was used. Check the code, or let the program ask for another one.',
  );
