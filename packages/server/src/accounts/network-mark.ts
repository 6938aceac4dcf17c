import { createHmac } from 'node:crypto';
import { clientNetwork } from '../limits/client-network.ts';

/**
 * A session remembers this of where it began: enough to know the network again, and nothing from which a copy of the
 * database would tell an address. The secret is needed, since all addresses can be tried in an hour.
 */
export const networkMark = (secret: string, address: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['network of a session', clientNetwork(address)]))
    .digest('base64url');
