import {
  type BulkResultItem,
  type Endpoints,
  type NodeVersionIdentifier,
  type Wire,
  limits,
  canonicalVersion,
} from '@patchbay/contract';
import { type Context, JsonParts, type Operation } from '../../context.ts';
import { mapInSlices } from '../../map-in-slices.ts';
import { type Obstacle, versionObstacle } from '../../policy/availability.ts';
import { presentVersion } from '../../present/version.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import { type FoundVersion, findVersionsByPairs } from '../../store/listing/version-pairs.ts';

/** One item for each pair asked for, in the order asked, whatever the pair looks like. */
export const bulkGetVersions: Operation<Endpoints['bulkGetVersions']> = async (context, { body }) => {
  const { responseCache } = context;
  const { generation } = responseCache;
  const asked = body.node_versions;
  const kept = responseCache.parts(asked.map(partKey));
  const unknown = new Map<string, NodeVersionIdentifier>();
  for (const [index, identifier] of asked.entries()) {
    if (kept[index] === undefined) unknown.set(partKey(identifier), identifier);
  }
  const fresh = await renderItems(context, unknown, generation);
  const found = asked.map((identifier, index) => kept[index] ?? fresh.get(partKey(identifier)) ?? none);
  const [first = none, ...others] = fit(found, asked, context);
  return new JsonParts([opening, first.subarray(none.length), ...others, ending]);
};

/** The items as long as all of them fit into one answer; those that would not are errors instead. */
const fit = (
  items: readonly Uint8Array[],
  asked: readonly NodeVersionIdentifier[],
  { wires }: Context,
): readonly Uint8Array[] => {
  const bytesMax = limits.answerBytesMax - opening.length - ending.length;
  if (lengthOf(items) <= bytesMax) return items;
  const refusals = asked.map((identifier) => renderItem({ identifier, ...tooMuch }, wires.bulkGetVersions));
  let room = bytesMax - lengthOf(refusals);
  return items.map((item, index) => {
    const refusal = refusals[index] ?? none;
    const more = item.length - refusal.length;
    if (more > room) return refusal;
    room -= more;
    return item;
  });
};

const lengthOf = (items: readonly Uint8Array[]): number => items.reduce((sum, { length }) => sum + length, 0);

const encoder = new TextEncoder();
const comma = ',';
const opening = encoder.encode('{"node_versions":[');
const ending = encoder.encode(']}');
/** What there is before each item, alone. */
const none = encoder.encode(comma);

/** Of an item, which repeats the identifier as it was sent. NUL is in no address. */
const partKey = ({ node_id, version }: NodeVersionIdentifier): string => `${node_id}\0${version}`;

/** The items that were not kept, each behind a comma, by `partKey` like their identifiers. */
const renderItems = async (
  { store, profile, responseCache, wires, publicUrl }: Context,
  identifiers: ReadonlyMap<string, NodeVersionIdentifier>,
  generation: number,
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const wanted = Array.from(identifiers, ([key, identifier]) => {
    const { node_id, version } = identifier;
    return { key, identifier, pair: { node_id, version: canonicalVersion(version, profile.compat) } };
  });
  const versions = await findVersionsByPairs(
    store,
    wanted.map(({ pair }) => pair),
  );
  const pairs = wanted.map((one, index) => ({ ...one, found: versions[index] }));
  const items = await mapInSlices(pairs, ({ key, identifier, found }): [string, Uint8Array] => {
    const result = found === undefined ? notFound : present(found, publicUrl());
    const bytes = renderItem({ identifier, ...result }, wires.bulkGetVersions);
    if (found !== undefined) {
      const lifetime = { nodeKey: nodeKey(found.node.id), showsDownloads: false, generation };
      responseCache.keep(key, () => bytes, lifetime);
    }
    return [key, bytes];
  });
  return new Map(items);
};

/** As the host spells it. */
const renderItem = (item: BulkResultItem, { writeReply }: Wire): Uint8Array => {
  const reply = { node_versions: [item] };
  const { node_versions } = (writeReply === undefined ? reply : writeReply(reply)) as typeof reply;
  return encoder.encode(comma + JSON.stringify(node_versions[0]));
};

type Result = Omit<BulkResultItem, 'identifier'>;

const tooMuch: Result = {
  status: 'error',
  error_message: 'The answer would be too large; ask again in a smaller request.',
};

const notFound: Result = { status: 'not_found', error_message: 'There is no such version of such a node.' };

const present = (found: FoundVersion, publicUrl: string): Result => {
  const { publisher, node, version } = found;
  const obstacle = versionObstacle(publisher, node, version);
  if (obstacle !== undefined) return { status: 'unavailable', error_message: sentences[obstacle] };
  return { status: 'success', node_version: presentVersion(version, { node, publicUrl, inside: false }) };
};

const sentences = {
  'publisher-banned': 'The publisher of the node is banned.',
  'node-banned': 'The node is banned.',
  'node-deleted': 'The node is deleted.',
  'version-pending': 'The version is not yet active.',
  'version-flagged': 'The version is flagged and waits for a moderator.',
  'version-banned': 'The version is banned.',
  'version-deleted': 'The version is deleted.',
} as const satisfies Record<Obstacle, string>;
