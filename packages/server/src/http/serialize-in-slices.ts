import { limits } from '@patchbay/contract';
import type { FastifyReply } from 'fastify';
import { mapInSlices } from '../map-in-slices.ts';

/** A list of so many is not long. */
const itemsMin = limits.pageSizeDefault;
/** The largest items there are take a few milliseconds each five. */
const itemsAtOnce = 5;

/** The items of a long list response, and a function that serializes some of them as the whole response would. */
interface LongList {
  items: readonly unknown[];
  write: (some: readonly unknown[]) => string;
}

/**
 * A response as `reply.serialize` writes it, in pieces. A long list is serialized a few items at a time, each directly
 * into bytes: outside the heap, and without blocking other requests.
 */
export const serializeInSlices = async (
  reply: FastifyReply,
  answer: unknown,
): Promise<string | readonly Uint8Array[]> => {
  const long = longListOf(reply, answer);
  if (long === undefined) return reply.serialize(answer) as string;
  const { items, write } = long;
  const empty = write([]);
  // The text before and after the items is the same for any of them.
  const middle = empty.indexOf('[]') + 1;
  const starts = Array.from(
    { length: Math.ceil(items.length / itemsAtOnce) },
    (_, index) => index * itemsAtOnce,
  );
  const pieces = await mapInSlices(starts, (start) => {
    const text = write(items.slice(start, start + itemsAtOnce));
    const comma = start === 0 ? '' : ',';
    return Buffer.from(comma + text.slice(middle, text.length - (empty.length - middle)));
  });
  return [Buffer.from(empty.slice(0, middle)), ...pieces, Buffer.from(empty.slice(middle))];
};

const longListOf = (reply: FastifyReply, answer: unknown): LongList | undefined => {
  const serialize = (some: unknown): string => reply.serialize(some) as string;
  if (Array.isArray(answer))
    return answer.length > itemsMin ? { items: answer, write: serialize } : undefined;
  const [found, ...others] = Object.entries(answer as object).filter(
    ([, value]) => typeof value !== 'number',
  );
  if (found === undefined || others.length > 0) return undefined;
  const [key, items] = found as [string, unknown];
  if (!Array.isArray(items) || items.length <= itemsMin) return undefined;
  const { [key]: _items, ...rest } = answer as Record<string, unknown>;
  return { items, write: (some) => serialize({ ...rest, [key]: some }) };
};
