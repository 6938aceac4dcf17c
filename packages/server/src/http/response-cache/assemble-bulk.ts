import { type NodeVersionIdentifier, type Wire, limits } from '@patchbay/contract';
import { type BulkItem, Json } from '../../operations/answers.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import type { ResponseCache } from './response-cache.ts';

/** What a bulk is assembled with. */
export interface Bulk {
  /** The key of the list in the body, and of the one in the reply. */
  list: string;
  wire: Pick<Wire, 'writeReply'>;
  cache: ResponseCache;
  /** Reads the items of some identifiers, in their order. */
  read: (asked: readonly NodeVersionIdentifier[]) => Promise<readonly BulkItem[]>;
}

/** An item behind a comma: as bytes if it is kept, else as text, since many texts are encoded faster together. */
type Part = Uint8Array | string;

/**
 * The JSON of a bulk, as one text or in pieces of bytes: one item for each identifier, in the order asked, which repeats
 * the identifier as it was sent. Items that are kept are not read again. What would make the answer too large is an error
 * in its place.
 */
export const assembleBulk = async (
  bulk: Bulk,
  sent: readonly NodeVersionIdentifier[],
): Promise<string | readonly Uint8Array[]> => {
  const { cache, list } = bulk;
  // Noted before anything is read, so that what changes meanwhile keeps the items out.
  const { generation } = cache;
  const keys = sent.map(partKey);
  const items: (Part | undefined)[] = cache.parts(keys);
  const unknown = new Map<string, NodeVersionIdentifier>();
  for (const [index, identifier] of sent.entries()) {
    if (items[index] === undefined) unknown.set(keys[index] ?? '', identifier);
  }
  if (unknown.size > 0) {
    const fresh = await renderUnknown(bulk, unknown, generation);
    for (const [index, key] of keys.entries()) items[index] ??= fresh.get(key);
  }
  const opening = `{${JSON.stringify(list)}:[`;
  const room = limits.answerBytesMax - opening.length - ending.length;
  const [first = '', ...others] = fit(bulk, items as readonly Part[], sent, room);
  return encode([opening, typeof first === 'string' ? first.slice(1) : first.subarray(1), ...others, ending]);
};

const ending = ']}';

/** Of an item, which repeats the identifier as it was sent. NUL is in no address; either text may hold it. */
const partKey = ({ node_id, version }: NodeVersionIdentifier): string =>
  `${node_id.length}\0${node_id}\0${version}`;

/** The items that were not kept, by `partKey` like their identifiers. */
const renderUnknown = async (
  bulk: Bulk,
  identifiers: ReadonlyMap<string, NodeVersionIdentifier>,
  generation: number,
): Promise<ReadonlyMap<string, string>> => {
  const items = await bulk.read([...identifiers.values()]);
  const parts = new Map<string, string>();
  for (const [key, identifier] of identifiers) {
    const item = items[parts.size];
    if (item === undefined) throw new Error('a bulk has fewer items than were asked for');
    const part = renderItem(bulk, identifier, item);
    parts.set(key, part);
    // There are more pairs of no version than any cache can hold.
    if (item.status === 'not_found') continue;
    const lifetime = { nodeKey: nodeKey(identifier.node_id), showsDownloads: false, generation };
    bulk.cache.keep(key, () => Buffer.from(part), lifetime);
  }
  return parts;
};

/** In the naming of the host. */
const renderItem = (
  { list, wire: { writeReply } }: Bulk,
  identifier: NodeVersionIdentifier,
  { status, error_message, node_version: version }: Omit<BulkItem, 'identifier'>,
): string => {
  const json = version instanceof Json ? version.text : undefined;
  if (json !== undefined && writeReply === undefined)
    return `,{"identifier":${JSON.stringify(identifier)},"status":"${status}","node_version":${json}}`;
  const plain = { identifier, status, error_message, node_version: json === undefined ? version : undefined };
  const written =
    writeReply === undefined
      ? plain
      : (writeReply({ [list]: [plain] }) as Readonly<Record<string, readonly object[]>>)[list]?.[0];
  const text = JSON.stringify(written);
  return json === undefined ? `,${text}` : `,${text.slice(0, -1)},"node_version":${json}}`;
};

/** The items as long as all of them fit into one answer; those that would not are errors instead. */
const fit = (
  bulk: Bulk,
  items: readonly Part[],
  sent: readonly NodeVersionIdentifier[],
  bytesMax: number,
): readonly Part[] => {
  const atMost = items.reduce((sum, { length }) => sum + length * bytesPerCharMax, 0);
  if (atMost <= bytesMax || bytesOf(items) <= bytesMax) return items;
  const refusals = sent.map((identifier) => renderItem(bulk, identifier, tooMuch));
  let room = bytesMax - bytesOf(refusals);
  return items.map((item, index) => {
    const refusal = refusals[index] ?? '';
    const more = Buffer.byteLength(item) - Buffer.byteLength(refusal);
    if (more > room) return refusal;
    room -= more;
    return item;
  });
};

/** Of UTF-8, for one of UTF-16. */
const bytesPerCharMax = 3;

const bytesOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);

const tooMuch = {
  status: 'error',
  error_message: 'The response would be too large. Request this version again in a smaller bulk.',
} as const;

/** So much text is encoded together. */
const pieceCharsMax = 64 * 1024;

/** The parts as bytes, or as text if all are short texts. One that stands in them often is the same bytes each time. */
const encode = (parts: readonly Part[]): string | readonly Uint8Array[] => {
  const pieces: Uint8Array[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') pieces.push(Buffer.from(text));
    text = '';
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      if (text.length > pieceCharsMax) endText();
    } else {
      endText();
      pieces.push(part);
    }
  }
  if (pieces.length === 0) return text;
  endText();
  return pieces;
};
