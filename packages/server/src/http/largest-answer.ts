import { type Endpoint, type Wire, limits } from '@patchbay/contract';

/** No item of any list is larger. */
const itemBytesMax = limits.appNodeBytesMax + 16 * 1024;

interface ListQuery {
  limit?: number;
  node_id?: readonly string[];
}

/**
 * The largest possible size of the response to a validated request, in bytes. 0 if it is not a list and therefore
 * small.
 */
export const largestAnswer = (
  { method, reply, bulkOf }: Endpoint,
  wire: Wire,
  { query, body }: { query: unknown; body: unknown },
): number => {
  if (bulkOf !== undefined) {
    const { [bulkOf]: asked = [] } = body as Readonly<Record<string, readonly unknown[]>>;
    return bytesOf(asked.length);
  }
  const { properties = {} } = (wire.query ?? {}) as { properties?: object };
  if (method !== 'GET' || !('limit' in properties)) return 0;
  const { limit = 0, node_id: ids = [] } = query as ListQuery;
  if (limit > 0) return bytesOf(limit);
  if ((reply.body as { type?: string } | undefined)?.type === 'array') return bytesOf(limits.barePageSizeMax);
  // The log of changes pages by number and has larger pages.
  const fallback = 'page' in properties ? limits.pageSizeDefault : limits.changesPageSizeDefault;
  return bytesOf(Math.max(fallback, ids.length));
};

const bytesOf = (items: number): number => Math.min(items * itemBytesMax, limits.answerBytesMax);
