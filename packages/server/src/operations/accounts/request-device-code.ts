import { type Endpoints, endpoints, limits } from '@patchbay/contract';
import { tokenDigest } from '../../accounts/tokens.ts';
import { ApiError } from '../../errors.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { deleteEnded } from '../../store/rows/any-rows.ts';
import { countDeviceCodes, deleteDeviceCode, setNetwork } from '../../store/rows/sign-in-flows.ts';
import type { Writer } from '../../store/store.ts';
import type { Operation } from '../operation.ts';
import { callAccounts } from '../../accounts/call-accounts.ts';

const retrySeconds = '60';
/** Of the codes that expired long ago, how many one request removes. */
const removedMax = 100;

type RequestDeviceCode = Endpoints['requestDeviceCode'];

/** Issues a device code, unless too many wait for approval. */
export const requestDeviceCode: Operation<RequestDeviceCode> = async (
  { accounts, store, publicUrl },
  { cause, bearer, ip, body },
) => {
  const reply = await callAccounts(accounts, endpoints.requestDeviceCode, { bearer, ip, body });
  const digest = tokenDigest(reply.device_code);
  const refusal = await store.write(cause, async (tx) => {
    const refusal = await refuseTooMany(tx, digest, clientNetwork(ip));
    if (refusal !== undefined) await deleteDeviceCode(tx, digest);
    return refusal;
  });
  if (refusal !== undefined) throw refusal;
  return { ...reply, verification_uri: publicUrl() + endpoints.getDevicePage.path };
};

/** Counts the code for its network, and says whether it is one too many. */
const refuseTooMany = async (tx: Writer, digest: string, network: string): Promise<ApiError | undefined> => {
  // The accounts library dates them by the machine's clock.
  const [now, longAgo] = [0, limits.deviceCodeSeconds].map((seconds) =>
    new Date(Date.now() - seconds * 1_000).toISOString(),
  ) as [string, string];
  await deleteEnded(tx, 'deviceCode', { by: longAgo, max: removedMax });
  await setNetwork(tx, digest, network);
  const headers = { 'retry-after': retrySeconds };
  if ((await countDeviceCodes(tx.db, { now, network })) > limits.deviceCodesOfAddressMax) {
    return new ApiError(
      'rate_limited',
      `${limits.deviceCodesOfAddressMax} device codes from this address wait for approval. Use one of them, or try again in some minutes.`,
      { headers },
    );
  }
  return (await countDeviceCodes(tx.db, { now })) > limits.deviceCodesMax
    ? new ApiError('unavailable', 'Too many devices wait for approval. Try again in some minutes.', {
        headers,
      })
    : undefined;
};
