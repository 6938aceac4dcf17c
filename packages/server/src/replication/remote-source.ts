import {
  type Client,
  createClient,
  getNode,
  listNodeVersions,
  listNodes,
  listVersionAppNodes,
  memoryCache,
} from '@patchbay/client';
import { type AppNodeDefinition, type Profile, fetchInNamesOf, limits } from '@patchbay/contract';
import type { VersionReplica } from '../lifecycle/replica/resources.ts';
import { bytesAsJson, definitionBytes } from '../limits/sizes.ts';
import { openDownload, retryAfterOf } from '../outbound/open-download.ts';
import { type Form, UnusableError, readAppNode, readChanges, readVersion } from './read-resources.ts';
import { answerBytesMax, cutOff, readJson, requireOnward, saysOne, told } from './remote-answers.ts';
import {
  type Gone,
  type Portion,
  PositionLostError,
  type Source,
  SourceError,
  type ToldVersion,
  type WantedPackage,
  publicStatuses,
} from './source.ts';

interface Options {
  url: string;
  profile: Profile;
  userAgent: string;
  now: () => Date;
  /** Only these nodes, by id; all of the source if undefined. */
  nodeIds: readonly string[] | undefined;
  /** Ends what is being asked, so that a source that does not answer holds up no server that ends. */
  signal: AbortSignal;
}

/** How far a remote registry was read. */
interface Position {
  /** Of its feed of changes, once it has one. */
  since?: string;
  /** Whether the feed was read from its beginning and not yet to its end. */
  isFirst?: boolean;
  /** Of its list of nodes, without a feed: the page that follows, and when the pass began. */
  page?: number;
  began?: string;
  isWhole?: boolean;
  /** Without a feed: from when on changes are asked for, and when all nodes were last listed. */
  from?: string;
  listed?: string;
}

/** How often all is listed without a feed, by any clock: what was deleted shows in no other way. */
const listEveryMs = 24 * 60 * 60_000;
/** The last changes may be in no list yet. */
const overlapMs = 10 * 60_000;
const nodesAtOnce = 100;
/** A source is asked patiently: it says itself when to come back. */
const patience = { retries: 8, timeoutMs: 120_000 } as const;
/** No node has more pages of anything, whatever a source says. */
const pagesMax = 200;
/** What the versions of a node may say of themselves together: all of it is in memory until they are written. */
const versionsBytesMax = 32 * 1024 * 1024;
const untold = { touched: new Map(), formerIds: new Map() } as const;
const noFeed = new Set([404, 405]);

/** A registry at a URL, read by its feed of changes if it has one, else by its lists of nodes. */
export const openRemoteSource = (options: Options): Source => new RemoteSource(options);

class RemoteSource implements Source {
  readonly name: string;
  readonly origin: string;
  readonly form: Form;
  readonly #client: Client;
  readonly #fetch: typeof fetch;
  readonly #userAgent: string;
  readonly #now: () => Date;
  readonly #nodeIds: readonly string[] | undefined;
  readonly #signal: AbortSignal;
  /** By the clock of the source, when it last answered. */
  #sourceNow: Date;

  constructor({ url, profile, userAgent, now, nodeIds, signal }: Options) {
    this.name = url;
    this.origin = url;
    this.form = { completes: profile.compat.completeAnswers };
    this.#userAgent = userAgent;
    this.#now = now;
    this.#sourceNow = now();
    this.#nodeIds = nodeIds;
    this.#signal = signal;
    this.#fetch = async (input, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('user-agent', userAgent);
      const response = await fetch(input, { ...init, headers });
      const date = Date.parse(response.headers.get('date') ?? '');
      this.#sourceNow = Number.isNaN(date) ? now() : new Date(date);
      return cutOff(response);
    };
    const send = fetchInNamesOf(profile, url, this.#fetch);
    this.#client = createClient({
      url,
      fetch: send,
      cache: memoryCache(),
      bytesMax: answerBytesMax,
      ...patience,
    });
  }

  async next(written: string): Promise<Portion> {
    if (this.#nodeIds !== undefined) return this.#chosen(this.#nodeIds);
    const position = JSON.parse(written) as Position;
    const changes = position.page === undefined ? await this.#changes(position) : undefined;
    return changes ?? (await this.#list(position));
  }

  /** The chosen nodes, in every pass: they are few. */
  #chosen(nodes: readonly string[]): Portion {
    const touched = undefined;
    return { nodes, ...untold, touched, position: '{}', hasMore: false, isWhole: true, endsPass: true };
  }

  /** Undefined if the source has no feed. */
  async #changes({ since = '0', isFirst = since === '0' }: Position): Promise<Portion | undefined> {
    const query = new URLSearchParams({ since, limit: String(nodesAtOnce), versions: 'all' });
    const url = `${this.name}/changes?${query.toString()}`;
    const answer = await told(async () => {
      const response = await this.#fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(patience.timeoutMs)]),
      });
      const { status } = response;
      const said = await readJson(response, this.name);
      if (status === 200) return said ?? {};
      // What is no JSON comes from a proxy before it.
      if (said !== undefined && noFeed.has(status)) return undefined;
      if (said !== undefined && (status === 410 || status === 400))
        throw new PositionLostError(`${this.name} does not know ${since}`);
      throw new SourceError(`${this.name} answers with status ${status}`, retryAfterOf(response.headers));
    });
    if (answer === undefined) return undefined;
    const { changes, next, more } = answer as { changes?: unknown; next?: unknown; more?: unknown };
    if (!Array.isArray(changes) || typeof next !== 'string') {
      throw new SourceError(`${this.name} sends changes in another form than a registry's`);
    }
    const hasMore = more === true;
    requireOnward(this.name, { since, next, hasMore });
    const position: Position = { since: next, ...(isFirst && hasMore ? { isFirst } : {}) };
    return {
      ...readChanges(changes),
      position: JSON.stringify(position),
      hasMore,
      isWhole: false,
      endsPass: isFirst && !hasMore,
    };
  }

  /** A page of all nodes, or of those that changed lately. */
  async #list({ page = 1, began, from, listed, ...pass }: Position): Promise<Portion> {
    const now = this.#now();
    const isWhole =
      pass.isWhole ??
      (from === undefined || !(Math.abs(now.getTime() - Date.parse(listed ?? '')) <= listEveryMs));
    const answer = await told(() =>
      listNodes(
        this.#client,
        {
          page,
          limit: nodesAtOnce,
          include_translations: true,
          ...(isWhole || from === undefined ? {} : { timestamp: from }),
        },
        { signal: this.#signal },
      ),
    );
    const { nodes, totalPages } = answer as { nodes?: unknown; totalPages?: unknown };
    if (!Array.isArray(nodes)) throw new SourceError(`${this.name} sends no list of nodes`);
    const hasMore = page < Number(totalPages);
    if (hasMore && nodes.length === 0) {
      throw new SourceError(`${this.name} has no nodes on page ${page} of ${Number(totalPages)}`);
    }
    const start = began ?? this.#sourceNow.toISOString();
    const ended = new Date(Date.parse(start) - overlapMs).toISOString();
    const position: Position = hasMore
      ? { page: page + 1, began: start, isWhole, ...(from && { from }), ...(listed && { listed }) }
      : { from: ended, listed: isWhole || listed === undefined ? now.toISOString() : listed };
    return {
      nodes: nodes as object[],
      ...untold,
      position: JSON.stringify(position),
      hasMore,
      isWhole,
      endsPass: isWhole && !hasMore,
    };
  }

  async node(id: string): Promise<object | Gone> {
    try {
      return await told(() =>
        getNode(this.#client, { nodeId: id, include_translations: true }, { signal: this.#signal }),
      );
    } catch (error) {
      if (saysOne(error, ['node_not_found'], this.form)) return 'NodeStatusDeleted';
      if (saysOne(error, ['node_banned'], this.form)) return 'NodeStatusBanned';
      throw error;
    }
  }

  async versions(...[nodeId, wants]: Parameters<Source['versions']>): ReturnType<Source['versions']> {
    const faults: string[] = [];
    const found = new Map<string, ToldVersion>();
    let bytes = 0;
    for (let page = 1; page <= pagesMax; page += 1) {
      const sent: unknown = await told(() =>
        listNodeVersions(
          this.#client,
          { nodeId, page, statuses: [...publicStatuses] },
          { signal: this.#signal },
        ),
      );
      if (!Array.isArray(sent))
        throw new SourceError(`${this.name} sends no list of the versions of ${nodeId}`);
      let fresh = 0;
      for (const one of sent as unknown[]) {
        try {
          const version = readVersion(one, this.form);
          const number = version.version.version;
          if (found.has(number)) continue;
          const readAppNodes = (await wants(version)) ? () => this.#appNodes(nodeId, version) : undefined;
          found.set(number, { ...version, readAppNodes });
          fresh += 1;
          bytes += bytesAsJson(version.metadata);
        } catch (error) {
          if (!(error instanceof UnusableError)) throw error;
          faults.push(error.message);
        }
      }
      if (bytes > versionsBytesMax)
        throw new UnusableError(`the metadata of its versions takes more than ${versionsBytesMax} bytes`);
      // A registry without pages sends the same list again.
      if (sent.length < limits.barePageSizeMax || fresh === 0) break;
    }
    return { versions: [...found.values()], faults };
  }

  async #appNodes(
    nodeId: string,
    { version }: Pick<VersionReplica, 'version'>,
  ): Promise<ReadonlyMap<string, AppNodeDefinition>> {
    const found = new Map<string, AppNodeDefinition>();
    let bytes = 0;
    for (let page = 1; page <= pagesMax; page += 1) {
      const answer = await told(() =>
        listVersionAppNodes(
          this.#client,
          { nodeId, version: version.raw, page, limit: limits.appNodePageSizeMax },
          { signal: this.#signal },
        ),
      ).catch((error: unknown) => {
        // It was flagged or deleted meanwhile, which the next look at the node tells.
        if (saysOne(error, notThere, this.form)) return { app_nodes: [], total: 0 };
        throw error;
      });
      const { app_nodes: sent, total } = answer as { app_nodes?: unknown; total?: unknown };
      if (!Array.isArray(sent)) break;
      const before = found.size;
      for (const one of sent as unknown[]) {
        const appNode = readAppNode(one);
        if (appNode === undefined || found.size === limits.appNodesMax) continue;
        bytes += definitionBytes([appNode]);
        if (bytes <= limits.appNodesBytesMax) found.set(...appNode);
      }
      if (found.size === before || page * limits.appNodePageSizeMax >= Number(total)) break;
    }
    return found;
  }

  openPackage({ url, ...wanted }: WantedPackage): ReturnType<Source['openPackage']> {
    if (url === null) throw new SourceError(`${this.name} names no address of the package`);
    const { origin } = new URL(this.name);
    return openDownload(url, { origin, userAgent: this.#userAgent, ...wanted });
  }
}

/** How it says that it has no version to read app-nodes of. */
const notThere = ['node_not_found', 'node_banned', 'version_not_found', 'version_unavailable'] as const;
