import { type Endpoint, type Wire, limits } from '@patchbay/contract';

interface ListQuery {
  limit?: number;
  node_id?: readonly string[];
}

/** How many items a validated request to a list or a bulk asks for; 0 if it is neither. */
export const askedItems = (
  { method, reply, bulkOf, weighs = bulkOf }: Endpoint,
  wire: Wire,
  { query, body }: { query: unknown; body: unknown },
): number => {
  if (weighs !== undefined) {
    const { [weighs]: asked = [] } = body as Readonly<Record<string, readonly unknown[]>>;
    return asked.length;
  }
  const { properties = {} } = (wire.query ?? {}) as { properties?: object };
  if (method !== 'GET' || !('limit' in properties)) return 0;
  const { limit = 0, node_id: ids = [] } = query as ListQuery;
  if (limit > 0) return limit;
  if ((reply.body as { type?: string } | undefined)?.type === 'array') return limits.barePageSizeMax;
  // The log of changes pages by number and has larger pages.
  const fallback = 'page' in properties ? limits.pageSizeDefault : limits.changesPageSizeDefault;
  return Math.max(fallback, ids.length);
};

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
