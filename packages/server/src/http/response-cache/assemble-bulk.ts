import { type NodeVersionIdentifier, type Wire, limits } from '@patchbay/contract';
import { type BulkItem, Json } from '../../operations/answers.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import type { ResponseCache } from './response-cache.ts';
import { lengthOf } from '../length-of.ts';

/** What a bulk is assembled with. */
export interface Bulk {
  /** The key of the list in the body, and of the one in the reply. */
  list: string;
  wire: Pick<Wire, 'writeReply'>;
  cache: ResponseCache;
  /** Reads the items of some identifiers, in their order. */
  read: (asked: readonly NodeVersionIdentifier[]) => Promise<readonly BulkItem[]>;
}

/**
 * The JSON of a bulk, in parts: one item for each identifier, in the order asked, which repeats the identifier as it
 * was sent. Items that are kept are not read again. What would make the answer too large is an error in its place.
 */
export const assembleBulk = async (
  bulk: Bulk,
  sent: readonly NodeVersionIdentifier[],
): Promise<readonly Uint8Array[]> => {
  const { cache, list } = bulk;
  // Noted before anything is read, so that what changes meanwhile keeps the items out.
  const { generation } = cache;
  const kept = cache.parts(sent.map(partKey));
  const unknown = new Map<string, NodeVersionIdentifier>();
  for (const [index, identifier] of sent.entries()) {
    if (kept[index] === undefined) unknown.set(partKey(identifier), identifier);
  }
  const fresh = await renderUnknown(bulk, unknown, generation);
  const items = sent.map((identifier, index) => kept[index] ?? fresh.get(partKey(identifier)) ?? none);
  const opening = encoder.encode(`{${JSON.stringify(list)}:[`);
  const room = limits.answerBytesMax - opening.length - ending.length;
  const [first = none, ...others] = fit(bulk, items, sent, room);
  return [opening, first.subarray(none.length), ...others, ending];
};

const encoder = new TextEncoder();
const comma = ',';
const ending = encoder.encode(']}');
/** What there is before each item, alone. */
const none = encoder.encode(comma);

/** Of an item, which repeats the identifier as it was sent. NUL is in no address; either text may hold it. */
const partKey = ({ node_id, version }: NodeVersionIdentifier): string =>
  `${node_id.length}\0${node_id}\0${version}`;

/** The items that were not kept, each behind a comma, by `partKey` like their identifiers. */
const renderUnknown = async (
  bulk: Bulk,
  identifiers: ReadonlyMap<string, NodeVersionIdentifier>,
  generation: number,
): Promise<ReadonlyMap<string, Uint8Array>> => {
  if (identifiers.size === 0) return new Map();
  const items = await bulk.read([...identifiers.values()]);
  const pairs = Array.from(identifiers, ([key, identifier], index) => ({
    key,
    identifier,
    item: items[index],
  }));
  const parts = pairs.map(({ key, identifier, item }): [string, Uint8Array] => {
    if (item === undefined) throw new Error('a bulk has fewer items than were asked for');
    const part = renderItem(bulk, { ...item, identifier });
    // There are more pairs of no version than any cache can hold.
    if (item.status !== 'not_found') {
      const lifetime = { nodeKey: nodeKey(identifier.node_id), showsDownloads: false, generation };
      bulk.cache.keep(key, () => part, lifetime);
    }
    return [key, part];
  });
  return new Map(parts);
};

/** In the naming of the host. */
const renderItem = ({ list, wire: { writeReply } }: Bulk, item: BulkItem): Uint8Array => {
  const version = item.node_version instanceof Json ? item.node_version : undefined;
  const reply: Record<string, readonly object[]> = {
    [list]: [version === undefined ? item : { ...item, node_version: undefined }],
  };
  const written = (writeReply === undefined ? reply : writeReply(reply)) as typeof reply;
  const text = JSON.stringify(written[list]?.[0]);
  return encoder.encode(
    comma + (version === undefined ? text : `${text.slice(0, -1)},"node_version":${version.text}}`),
  );
};

/** The items as long as all of them fit into one answer; those that would not are errors instead. */
const fit = (
  bulk: Bulk,
  items: readonly Uint8Array[],
  sent: readonly NodeVersionIdentifier[],
  bytesMax: number,
): readonly Uint8Array[] => {
  if (lengthOf(items) <= bytesMax) return items;
  const refusals = sent.map((identifier) => renderItem(bulk, { identifier, ...tooMuch }));
  let room = bytesMax - lengthOf(refusals);
  return items.map((item, index) => {
    const refusal = refusals[index] ?? none;
    const more = item.length - refusal.length;
    if (more > room) return refusal;
    room -= more;
    return item;
  });
};

const tooMuch = {
  status: 'error',
  error_message: 'The response would be too large. Request this version again in a smaller bulk.',
} as const;
