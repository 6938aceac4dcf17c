import { rateInWords, rates } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import type { Denied } from './rate-limiter.ts';

const whose = {
  address: 'from this address',
  account: 'by this account',
  'account and address': 'by this account from this address',
  publisher: 'for this publisher',
};

/** The error of a request whose bucket is empty. */
export const rateLimited = ({ claim: { rate }, limit, retryInSeconds }: Denied): ApiError => {
  const { of, by, fullAfterSeconds } = rates[rate];
  const allowed = rateInWords({ burst: limit, fullAfterSeconds });
  const seconds = retryInSeconds === 1 ? '1 second' : `${retryInSeconds} seconds`;
  return new ApiError(
    'rate_limited',
    `Too many ${of} ${whose[by]}: the limit is ${allowed}. Try again in ${seconds}.`,
    { headers: { 'retry-after': String(retryInSeconds) } },
  );
};
