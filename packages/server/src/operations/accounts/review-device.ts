import type { Endpoints } from '@patchbay/contract';
import { waitingDevice } from '../../accounts/device-codes.ts';
import { showDevice } from './show-device.ts';
import type { Operation } from '../operation.ts';

/** Shows a person who asks, before anything is approved. */
export const reviewDevice: Operation<Endpoints['reviewDevice']> = async (
  context,
  { body: { user_code: userCode } },
) => showDevice(context, userCode, await waitingDevice(context.store.read, context.config, userCode));
