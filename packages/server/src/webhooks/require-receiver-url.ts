import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { OutboundError } from '../outbound/outbound-agent.ts';
import { requireReceiver } from '../outbound/post-json.ts';

/** Throws `invalid_request` for a URL that would never be called. Names are resolved with each delivery. */
export const requireReceiverUrl = (
  { OUTBOUND_PRIVATE: outboundPrivate }: Context['config'],
  url: string,
): void => {
  try {
    requireReceiver(url, outboundPrivate === 'yes');
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new ApiError('invalid_request', `The url cannot receive events: ${error.message}.`, {
      details: [{ path: '/url', message: 'must be an https URL on the public internet' }],
      cause: error,
    });
  }
};
