import type { Endpoints } from '@patchbay/contract';
import { decideWaitingDevice } from '../../accounts/device-codes.ts';
import { prefixOf } from '../../addresses.ts';
import { deniedPage } from '../../present/device-pages.ts';
import type { Operation } from '../operation.ts';

/** Ends the wait of a device. Its code is enough; no account is needed. */
export const denyDevice: Operation<Endpoints['denyDevice']> = async (
  { config, store, publicUrl },
  { cause, body: { user_code: userCode } },
) => {
  await store.write(cause, (tx) => decideWaitingDevice(tx, config, userCode, { status: 'denied' }));
  return deniedPage(prefixOf(publicUrl()));
};
