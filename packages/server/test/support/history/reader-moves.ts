import {
  type BulkGetVersionsReply,
  bulkGetVersions as bulkGet,
  installNode as install,
  listChanges as list,
  listPublisherNodes as listNodes,
} from '@patchbay/client';
import { type Caller, type Move, turnTo } from './caller.ts';
import type { Observation } from './history.ts';
import { seenIn, seenNoNode, seenNoNumber, seenNode, seenVersion } from './observe.ts';
import { readNode, readVersion } from './reads.ts';
import type { KnownVersion, Publisher } from './fixture.ts';
import { logSubject } from './timeline.ts';

const changesMax = 1000;
const pairsAtOnce = 20;

const publisherOf = ({ chance, fixture }: Caller): Publisher | undefined =>
  chance.pickAny(fixture.publishers);
const nodeOf = (who: Caller): string => who.chance.pickAny(publisherOf(who)?.nodeIds ?? []) ?? '';
const versionOf = (who: Caller): KnownVersion | undefined =>
  who.chance.pickAny(publisherOf(who)?.versions ?? []);

const installNode = async (who: Caller): Promise<void> => {
  const nodeId = nodeOf(who);
  await who.recorder.record({
    ...turnTo(who),
    kind: 'installNode',
    refusals: ['node_not_found', 'version_not_found'],
    send: (client) => install(client, { nodeId }),
    observe: seenIn(seenVersion, nodeId),
  });
};

const readAnyVersion = async (who: Caller): Promise<void> => {
  const version = versionOf(who);
  if (version !== undefined) await readVersion(who, version);
};

const bulkGetVersions = async (who: Caller): Promise<void> => {
  const pairs = Array.from({ length: pairsAtOnce }, () => versionOf(who))
    .filter((version) => version !== undefined)
    .map(({ nodeId, number }) => ({ node_id: nodeId, version: number }));
  await who.recorder.record({
    ...turnTo(who),
    kind: 'bulkGetVersions',
    send: (client) => bulkGet(client, { body: { node_versions: pairs } }),
    observe: ({ body }) => body?.node_versions.flatMap(seenItem) ?? [],
  });
};

const seenItem = ({
  identifier,
  status,
  node_version,
}: BulkGetVersionsReply['node_versions'][number]): Observation[] => {
  if (node_version !== undefined) return seenVersion(node_version);
  return status === 'not_found' ? [seenNoNumber(identifier.node_id, identifier.version)] : [];
};

const listPublisherNodes = async (who: Caller): Promise<void> => {
  const publisher = publisherOf(who);
  if (publisher === undefined) return;
  await who.recorder.record({
    ...turnTo(who, who.fixture.moderator),
    kind: 'listPublisherNodes',
    send: (client) => listNodes(client, { publisherId: publisher.id, limit: 100 }),
    observe: ({ body }) => {
      if (body === undefined) return [];
      const { nodes } = body;
      const missing = publisher.nodeIds.filter((nodeId) => !nodes.some(({ id }) => id === nodeId));
      return [...nodes.flatMap(seenNode), ...missing.map(seenNoNode)];
    },
  });
};

/** Reads on in the log from somewhere before its end. */
const listChanges = async (who: Caller): Promise<void> => {
  const written = who.recorder.operations.findLast(({ changes }) => (changes?.length ?? 0) > 0)?.changes;
  const after = Math.max(0, (written?.at(-1)?.seq ?? 0) - who.chance.below(100));
  await who.recorder.record({
    ...turnTo(who, who.fixture.moderator),
    kind: 'listChanges',
    send: (client) => list(client, { after, limit: changesMax }),
    observe: ({ body }) => {
      if (body === undefined) return [];
      const { changes } = body;
      const last = changes.at(-1)?.seq ?? after;
      return last === 0 || changes.length === changesMax
        ? []
        : [{ subject: logSubject, values: { seq: last } }];
    },
  });
};

export const readerMoves: readonly [Move<Caller>, ...Move<Caller>[]] = [
  { weight: 6, run: (who) => readNode(who, nodeOf(who)) },
  { weight: 4, run: readAnyVersion },
  { weight: 3, run: installNode },
  { weight: 2, run: bulkGetVersions },
  { weight: 2, run: listPublisherNodes },
  { weight: 1, run: listChanges },
];
