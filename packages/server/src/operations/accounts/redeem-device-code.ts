import { type Endpoints, endpoints } from '@patchbay/contract';
import { tokenDigest } from '../../accounts/tokens.ts';
import { ApiError } from '../../errors.ts';
import { findApproval } from '../../store/rows/sign-in-flows.ts';
import type { Operation } from '../operation.ts';
import { SecondFactorNeeded, callAccounts } from '../../accounts/call-accounts.ts';

/** Starts the session of a device that was approved, once. It must not outlive the password that approved it. */
export const redeemDeviceCode: Operation<Endpoints['redeemDeviceCode']> = async (
  { accounts, store },
  { bearer, ip, agent, body },
) => {
  const device_code = tokenDigest(body.device_code);
  const passwordMark = await findApproval(store.read, device_code);
  try {
    return await callAccounts(accounts, endpoints.redeemDeviceCode, {
      bearer,
      ip,
      agent,
      body: { ...body, device_code },
      passwordMark,
    });
  } catch (error) {
    if (!isOfAccount(error)) throw error;
    throw new ApiError('access_denied', 'The account that approved this device may not sign in now.', {
      cause: error,
    });
  }
};

/** Its user was banned, or has another password or second factor, since the device was approved. */
const isOfAccount = (error: unknown): boolean =>
  error instanceof SecondFactorNeeded ||
  (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'unauthenticated'));
