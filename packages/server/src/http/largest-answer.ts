import { type Endpoint, type Wire, limits } from '@patchbay/contract';
import { askedItems } from './asked-items.ts';

/** No item of any list is larger. */
const itemBytesMax = limits.appNodeBytesMax + 16 * 1024;

/**
 * The largest possible size of the response to a validated request, in bytes. 0 if it is not a list and therefore
 * small.
 */
export const largestAnswer = (
  endpoint: Endpoint,
  wire: Wire,
  request: { query: unknown; body: unknown },
): number => Math.min(askedItems(endpoint, wire, request) * itemBytesMax, limits.answerBytesMax);
