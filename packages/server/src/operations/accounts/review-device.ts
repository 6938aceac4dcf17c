import type { Endpoints } from '@patchbay/contract';
import { readUserCode, waitingDevice } from '../../accounts/device-codes.ts';
import { waysToApprove } from '../../accounts/ways-to-approve.ts';
import { prefixOf } from '../../addresses.ts';
import { reviewPage } from '../../present/device-pages.ts';
import type { Operation } from '../operation.ts';

/** Shows a person who asks, before anything is approved. */
export const reviewDevice: Operation<Endpoints['reviewDevice']> = async (
  context,
  { body: { user_code: userCode } },
) => {
  const device = await waitingDevice(context.store.read, context.config, userCode);
  return reviewPage(prefixOf(context.publicUrl()), readUserCode(userCode), device, waysToApprove(context));
};
