import { type ChangeKind, type Concern, type InstalledNode, type NodeNews, limits } from '@patchbay/contract';
import { nodeObstacle, ownObstacle, shownStatus } from '../authorization/availability.ts';
import { ApiError } from '../errors.ts';
import { Semaphore } from '../limits/semaphore.ts';
import type { FollowedChange } from '../store/log/followed-changes.ts';
import { findVersionsByPairs } from '../store/listing/version-pairs.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import { findRenamed } from '../store/rows/node-ids.ts';
import { type WatchedNode, findSortKeys, findWatchedNodes } from '../store/rows/watched-nodes.ts';
import { numberKey } from '../store/sort-key.ts';
import type { Store } from '../store/store.ts';
import { subjectOf } from './effects.ts';
import type { Feed } from './feed.ts';
import { parsePosition, writePosition } from './position.ts';

/** The kinds that can affect an installed version. */
const concerning: ReadonlySet<string> = new Set<ChangeKind>([
  'package.stored',
  'version.checked',
  'version.check-asked-again',
  'version.deleted',
  'version.moderated',
  'version.replicated',
  'version.updated',
]);
/** Those of nodes; others do only if they change the status. A node is banned or not as its publisher is. */
const ofNodes: ReadonlySet<string> = new Set<ChangeKind>([
  'node.created',
  'node.deleted',
  'node.renamed',
  'node.transferred',
]);
const ofPublishers: ReadonlySet<string> = new Set<ChangeKind>(['publisher.moderated', 'publisher.deleted']);

/** What happened to a node, or to its publisher. */
interface Event {
  seq: number;
  /** Undefined if it was the node itself. */
  versionId: string | undefined;
}

/** An installed node in the order of the request. */
type Installed = InstalledNode & { key: string };

interface Waiting {
  since: string | undefined;
  waitMs: number;
  signal: AbortSignal;
}

export interface NewsRead {
  nodes: NodeNews[];
  lastSeq: number;
  next: string;
}

/** What concerns those who have some nodes installed. */
export class Watch {
  readonly #store: Store;
  readonly #feed: Feed;
  /** The nodes of all requests that wait. */
  readonly #watched = new Semaphore('nodes are watched', { max: limits.watchedNodesMax, queueMax: 0 });

  constructor(store: Store, feed: Feed) {
    this.#store = store;
    this.#feed = feed;
  }

  /** All that concerns the host now, or what happened since a position that is known, as soon as something did. */
  async read(asked: readonly InstalledNode[], { since, waitMs, signal }: Waiting): Promise<NewsRead> {
    const renamed = await this.#findRenamed(asked);
    const installed = asked.map((one) => {
      const id = nodeKey(one.node_id);
      return { ...one, key: renamed.get(id) ?? id };
    });
    const keys = new Set(installed.map(({ key }) => key).filter(isStorable));
    const release = waitMs > 0 ? this.#watched.tryAcquire(keys.size) : undefined;
    if (waitMs > 0 && release === undefined) throw tooManyWatched();
    try {
      return await this.#wait(installed, keys, { since, waitMs, signal });
    } finally {
      release?.();
    }
  }

  /** The keys of those that have other ids than their keys. */
  async #findRenamed(asked: readonly InstalledNode[]): Promise<ReadonlyMap<string, string>> {
    const ids = asked.map(({ node_id: id }) => nodeKey(id)).filter(isStorable);
    return ids.length === 0 ? new Map() : findRenamed(this.#store.read, ids);
  }

  async #wait(
    installed: readonly Installed[],
    keys: ReadonlySet<string>,
    { since, waitMs, signal }: Waiting,
  ): Promise<NewsRead> {
    const until = performance.now() + waitMs;
    for (let from = since; ;) {
      const ringing = this.#feed.alarm.next;
      const position = from === undefined ? undefined : parsePosition(from);
      const window = position && (await this.#feed.window(position, limits.catalogueChangesMax));
      // Before anything is read, so that what changes meanwhile comes again.
      const next =
        window === undefined || window.more
          ? await this.#feed.end()
          : writePosition(window.lastSeq, window.markOf(window.lastSeq));
      const lastSeq = Number.parseInt(next, 10);
      if (window === undefined || window.more) {
        const nodes = await this.#news(installed, keys);
        return { nodes: nodes.filter(({ concerns }) => concerns.length > 0), lastSeq, next };
      }
      const events = await this.#eventsOf(window.changes, keys);
      const nodes = events.size === 0 ? [] : await this.#news(installed, keys, events);
      const left = until - performance.now();
      if (nodes.length > 0 || left <= 0) return { nodes, lastSeq, next };
      if (!(await this.#feed.alarm.wait(ringing, left, signal))) return { nodes, lastSeq, next };
      from = next;
    }
  }

  /** What happened to the watched nodes, by their keys. */
  async #eventsOf(
    changes: readonly FollowedChange[],
    keys: ReadonlySet<string>,
  ): Promise<Map<string, Event[]>> {
    const events = new Map<string, Event[]>();
    const add = (key: string, event: Event) => events.set(key, [...(events.get(key) ?? []), event]);
    const publishers = new Map<string, number>();
    for (const change of changes) {
      const { seq, kind, nodeKey: key } = change;
      if (ofPublishers.has(kind)) publishers.set(subjectOf(change).id, seq);
      if (key === null || !keys.has(key)) continue;
      if (change.changesStatus || ofNodes.has(kind)) add(key, { seq, versionId: undefined });
      else if (concerning.has(kind)) add(key, { seq, versionId: subjectOf(change).id });
    }
    if (publishers.size === 0) return events;
    for (const { key, publisherId } of (await findWatchedNodes(this.#store, [...keys])).values()) {
      const seq = publishers.get(publisherId);
      if (seq !== undefined) add(key, { seq, versionId: undefined });
    }
    return events;
  }

  /** The state of the installed nodes, or of those with events that concern the installed version or a higher one. */
  async #news(
    installed: readonly Installed[],
    keys: ReadonlySet<string>,
    events?: ReadonlyMap<string, readonly Event[]>,
  ): Promise<NodeNews[]> {
    const wanted = events === undefined ? [...keys] : [...events.keys()];
    const asked = installed.filter(({ key }) => events === undefined || events.has(key));
    const nodes = await findWatchedNodes(this.#store, wanted);
    const found = await findVersionsByPairs(
      this.#store,
      asked.map(({ key, version }) => ({
        node_id: isStorable(key) ? key : '',
        version: version !== undefined && isStorable(version) ? version : '',
      })),
    );
    const touched = [...(events?.values() ?? [])].flat().flatMap(({ versionId }) => versionId ?? []);
    const sortKeys = await findSortKeys(this.#store, [...new Set(touched)]);
    return asked.flatMap((one, index) => {
      const version = found[index]?.version;
      const own = events?.get(one.key)?.filter(({ versionId }) => {
        if (versionId === undefined || versionId === version?.id) return true;
        const [theirs, ours] = [sortKeys.get(versionId), numberKey(one.version ?? '')];
        return theirs !== undefined && ours !== undefined && theirs > ours;
      });
      if (own?.length === 0) return [];
      const seq = own?.at(-1)?.seq;
      return { ...describe(one, nodes.get(one.key), version), ...(seq !== undefined && { seq }) };
    });
  }
}

type FoundVersion = NonNullable<Awaited<ReturnType<typeof findVersionsByPairs>>[number]>['version'];

const tooManyWatched = (): ApiError =>
  new ApiError('rate_limited', 'Too many nodes are watched. Try again in a moment, or ask without `wait`.', {
    headers: { 'retry-after': '5' },
  });

/** What a database can look up. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const describe = (
  { node_id, version: number }: Installed,
  node: WatchedNode | undefined,
  version: FoundVersion | undefined,
): NodeNews => {
  const named = { node_id, ...(number !== undefined && { version: number }) };
  if (node === undefined) return { ...named, concerns: ['node_unknown'] };
  const status = shownStatus({ status: node.publisherStatus }, node);
  const obstacle = obstacleOf(node);
  if (obstacle !== undefined) return { ...named, concerns: [obstacle], node_status: status };
  const installedKey = numberKey(number ?? '');
  const isNewer =
    installedKey !== undefined && node.latest !== undefined && node.latest.sortKey > installedKey;
  const message = version?.metadata.deprecation_message;
  const isDeprecated = version?.deprecated === true && version.status === 'NodeVersionStatusActive';
  return {
    ...named,
    concerns: [
      ...(number !== undefined && version === undefined ? (['version_unknown'] as const) : []),
      ...versionConcern(version),
      ...(isDeprecated ? (['version_deprecated'] as const) : []),
      ...(isNewer ? (['newer_version'] as const) : []),
    ],
    node_status: status,
    ...(version !== undefined && { version_status: version.status }),
    ...(isDeprecated && message !== undefined && { deprecation_message: message }),
    ...(isNewer && node.latest !== undefined && { latest_version: node.latest.version }),
  };
};

const obstacleOf = (node: WatchedNode): Concern | undefined => {
  if (node.isPublisherDeleted) return 'node_deleted';
  switch (nodeObstacle({ status: node.publisherStatus }, node)) {
    case undefined:
      return undefined;
    case 'node-deleted':
      return 'node_deleted';
    default:
      return 'node_banned';
  }
};

const versionConcern = (version: FoundVersion | undefined): Concern[] => {
  const obstacle = version && ownObstacle(version);
  return obstacle === undefined ? [] : [obstacle.replace('-', '_') as Concern];
};
