import { limits } from '@patchbay/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { OwnNameError, moveReplica, writeReplica } from '../lifecycle/replica/node.ts';
import type { NodeReplica, Origin, VersionReplica } from '../lifecycle/replica/resources.ts';
import {
  type ChangedDigest,
  dropVersionReplicas,
  writeVersionReplica,
} from '../lifecycle/replica/version.ts';
import { definitionBytes } from '../limits/sizes.ts';
import { findRenamed } from '../store/rows/node-ids.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import {
  type KnownVersion,
  type Replica,
  findKnownVersions,
  findReplica,
  findReplicas,
  findSource,
  findUnmet,
} from '../store/rows/replicas.ts';
import { sortKey } from '../store/sort-key.ts';
import { isBeginning, keepPlace, readPlace, rewindOthers } from './place.ts';
import { UnusableError, readNode } from './read-resources.ts';
import { type Gone, type Portion, PositionLostError, type Source, type ToldVersion } from './source.ts';

type Following = Pick<Context, 'store' | 'metrics' | 'now'> & { log: FastifyBaseLogger };

/** What this registry takes from a source. */
export interface Rules {
  isUpstream: boolean;
  /** Whether a node with this key is never taken. */
  isReserved: (key: string) => boolean;
  /** Whether a node that may have been taken before is not taken any more; undefined if the settings leave out none. */
  isLeftOut?: ((node: Pick<NodeReplica, 'id' | 'formerIds'>) => boolean) | undefined;
}

const askedAtOnce = 4;
/** What one transaction writes: others wait for it, and it is in memory until then. */
const perWrite = { versions: 25, appNodeBytes: limits.appNodesBytesMax };
const unmetAtOnce = 100;
const cause = { actor: 'server' } as const;

/**
 * Reads one portion of a source and writes it, each node in transactions of its own, and last the position behind it. A
 * process that ends in between reads the portion again, which changes nothing. Returns whether there is more at once.
 * Throws SourceError.
 */
export const followSource = async (context: Following, source: Source, rules: Rules): Promise<boolean> => {
  const { store, now } = context;
  const known = await findSource(store.read, source.name);
  const place = readPlace(known?.position_json ?? '{}');
  const askedAt = now().toISOString();
  const portion = await source.next(place.position).catch((error: unknown) => {
    if (!(error instanceof PositionLostError)) throw error;
    context.log.warn(
      { source: source.name },
      'the source does not know the position; all of it is read again',
    );
    return error;
  });
  if (portion instanceof PositionLostError) {
    await keepPlace(context, source, { round: place.round + 1, position: portion.beginning }, {});
    return true;
  }
  if (isBeginning(place)) await rewindOthers(context, source);
  const origin = { source: source.name, round: place.round, syncedAt: known?.synced_at ?? '' };
  const follow = new PortionWriter(context, source, rules, origin, portion);
  await follow.write();
  if (portion.endsPass) await follow.writeUnmet();
  const next = { round: place.round + (portion.endsPass ? 1 : 0), position: portion.position };
  const synced = portion.hasMore ? {} : { synced_at: askedAt };
  await keepPlace(context, source, next, { asked_at: askedAt, failure: null, ...synced });
  return portion.hasMore;
};

/** A node as it was read, ready to be written. */
interface ReadNode {
  replica: NodeReplica;
  versions: readonly ToldVersion[];
  /** The first of these versions, with their app-nodes. */
  begun: readonly VersionReplica[];
  gone: readonly KnownVersion[];
}

class PortionWriter {
  readonly #context: Following;
  readonly #source: Source;
  readonly #rules: Rules;
  readonly #origin: Origin;
  readonly #portion: Portion;

  constructor(
    context: Following,
    source: Source,
    rules: Rules,
    origin: Omit<Origin, 'isUpstream'>,
    portion: Portion,
  ) {
    this.#context = context;
    this.#source = source;
    this.#rules = rules;
    this.#origin = { ...origin, isUpstream: rules.isUpstream };
    this.#portion = portion;
  }

  /** Reads a few nodes at once, and writes them in the order of the source, which is that of its lists. */
  async write(): Promise<void> {
    await this.#writeAll(this.#portion.nodes);
  }

  /**
   * Asks for each node that the pass did not meet, because a list can move while it is read. One that comes from the
   * source before this one is gone: this one is asked for no name that it has not told.
   */
  async writeUnmet(): Promise<void> {
    const { source, round } = this.#origin;
    for (let last = ''; ;) {
      const unmet = await findUnmet(this.#context.store.read, { source, round, limit: unmetAtOnce });
      const ids = unmet.map(({ id }) => id).join();
      // Each of them is met by being asked for, so that the same ones again would be a fault of this code.
      if (ids === '' || ids === last) return;
      const [told, foreign] = [
        unmet.filter((one) => one.source === source),
        unmet.filter((one) => one.source !== source),
      ];
      await this.#writeAll(told.map(({ id }) => id));
      for (const { id } of foreign) await this.#writeGone([id], 'NodeStatusDeleted');
      last = ids;
    }
  }

  async #writeAll(nodes: readonly (string | object)[]): Promise<void> {
    const keys = nodes.flatMap((node) => nodeKey(idOf(node)));
    const marks = await findReplicas(this.#context.store.read, keys);
    for (let start = 0; start < nodes.length; start += askedAtOnce) {
      const some = nodes.slice(start, start + askedAtOnce);
      const read = await Promise.all(some.map((node) => this.#read(node, marks.get(nodeKey(idOf(node))))));
      for (const write of read) await write?.();
    }
  }

  /** Resolves to what writes the node; undefined if there is nothing to write. */
  async #read(told: string | object, mark: Replica | undefined): Promise<(() => Promise<void>) | undefined> {
    const ids = [idOf(told), ...(this.#portion.formerIds.get(nodeKey(idOf(told))) ?? [])];
    if (typeof told === 'string' && this.#isReserved(told)) return this.#skipReserved(ids);
    const found = typeof told === 'string' ? await this.#source.node(told) : told;
    if (typeof found === 'string') return () => this.#writeGone(ids, found);
    try {
      const sent = readNode(found, this.#source.form);
      // It may have another id than was told.
      if (this.#isReserved(sent.id)) return this.#skipReserved([...ids, ...sent.formerIds]);
      const replica = { ...sent, formerIds: sent.formerIds.filter((id) => !this.#isReserved(id)) };
      const { source, round } = this.#origin;
      const wasMet = mark?.source === source && mark.round === round && mark.digest === replica.digest;
      if (this.#portion.isWhole && wasMet) return undefined;
      const node = await this.#readVersions(replica);
      return () => this.#writeNode(node);
    } catch (error) {
      if (!(error instanceof UnusableError)) throw error;
      return this.#skip('unusable', idOf(told), error);
    }
  }

  #isReserved(id: string): boolean {
    return this.#rules.isReserved(nodeKey(id));
  }

  /** One that was taken under an id before is not followed any more. */
  #skipReserved(ids: readonly string[]): () => Promise<void> {
    this.#skip('reserved', ids[0] ?? '');
    return () => this.#writeGone(ids, 'NodeStatusDeleted');
  }

  async #readVersions(replica: NodeReplica): Promise<ReadNode> {
    const { read } = this.#context.store;
    const key = await this.#findKey(replica);
    const known = await findKnownVersions(read, key);
    const isTouched = await this.#findTouched(replica, key);
    const { versions, faults } = await this.#source.versions(replica.id, (version) => {
      const here = known.get(sortKey(version.version));
      return (
        version.status === 'NodeVersionStatusActive' &&
        (here?.mark.status !== version.status ||
          here.extractStatus !== version.extractStatus ||
          isTouched(version.version.raw))
      );
    });
    for (const fault of faults) this.#skip('unusable', replica.id, new UnusableError(fault));
    const told = new Set(versions.map(({ version }) => sortKey(version)));
    const sorted = versions.toSorted((one, other) => one.version.compare(other.version));
    return {
      replica,
      versions: sorted,
      // Read here, where a few nodes are read at once.
      begun: await readSome(sorted),
      gone: [...known].flatMap(([sort, version]) => (told.has(sort) ? [] : [version])),
    };
  }

  /** Where the source does not tell which versions may have other app-nodes, all may if the node changed. */
  async #findTouched({ id, updatedAt }: NodeReplica, key: string): Promise<(number: string) => boolean> {
    const { touched } = this.#portion;
    if (touched !== undefined) return (number) => touched.get(nodeKey(id))?.has(number) === true;
    const mark = await findReplica(this.#context.store.read, 'node', key);
    const isNew = mark?.digest === '' || mark?.source_updated_at !== (updatedAt ?? null);
    return () => isNew;
  }

  /** The key of the node here, which may still have another id. */
  async #findKey({ id, formerIds }: NodeReplica): Promise<string> {
    const { read } = this.#context.store;
    const ids = [id, ...formerIds].map(nodeKey);
    const renamed = formerIds.length === 0 ? undefined : await findRenamed(read, ids);
    if (renamed === undefined) return nodeKey(id);
    const [key = nodeKey(id)] = (
      await findReplicas(
        read,
        ids.map((one) => renamed.get(one) ?? one),
      )
    ).keys();
    return key;
  }

  /** The digest is written last: a node without it was not written whole. */
  async #writeNode({ replica, versions, begun, gone }: ReadNode): Promise<void> {
    const { store, metrics } = this.#context;
    const changed: ChangedDigest[] = [];
    try {
      for (let [end, some, isLast] = [0, begun, false]; !isLast; some = await readSome(versions.slice(end))) {
        end += some.length;
        isLast = end === versions.length;
        const written = await store.write(cause, async (tx) => {
          const origin = this.#origin;
          const node = await writeReplica(tx, origin, isLast ? replica : { ...replica, digest: '' });
          const digests: (ChangedDigest | undefined)[] = [];
          for (const version of some) digests.push(await writeVersionReplica(tx, origin, node, version));
          const marks = gone.map(({ mark }) => mark);
          if (isLast) await dropVersionReplicas(tx, node, marks);
          return digests;
        });
        changed.push(...written.filter((digest) => digest !== undefined));
      }
    } catch (error) {
      if (!(error instanceof OwnNameError)) throw error;
      this.#skip('own-name', replica.id, error);
      // One that was taken under another id or of another publisher is not followed any more.
      await this.#writeGone([replica.id, ...replica.formerIds], 'NodeStatusDeleted');
      return;
    }
    metrics.count('replicated', { outcome: 'written' });
    for (const digest of changed) {
      metrics.count('replicated', { outcome: 'changed-package' });
      const { log } = this.#context;
      log.error({ node: replica.id, ...digest }, 'the source names another digest for a package than before');
    }
  }

  async #writeGone(ids: readonly string[], status: Gone): Promise<void> {
    await this.#context.store.write(cause, (tx) => moveReplica(tx, this.#origin, ids, status));
    this.#context.metrics.count('replicated', { outcome: 'gone' });
  }

  #skip(outcome: 'reserved' | 'own-name' | 'unusable', node: string, error?: Error): undefined {
    const { metrics, log } = this.#context;
    metrics.count('replicated', { outcome });
    log.warn(
      { node: node.slice(0, 100), outcome, reason: error?.message },
      'a node of the source is not taken',
    );
    return undefined;
  }
}

/** As many of these versions with their app-nodes as one transaction writes. */
const readSome = async (versions: readonly ToldVersion[]): Promise<VersionReplica[]> => {
  const some: VersionReplica[] = [];
  let bytes = 0;
  for (const { readAppNodes, ...version } of versions.slice(0, perWrite.versions)) {
    const appNodes = await readAppNodes?.();
    some.push({ ...version, appNodes });
    bytes += definitionBytes(appNodes ?? []);
    if (bytes >= perWrite.appNodeBytes) break;
  }
  return some;
};

const idOf = (node: string | object): string => {
  const id: unknown = typeof node === 'string' ? node : (node as { id?: unknown }).id;
  return typeof id === 'string' ? id : '';
};
