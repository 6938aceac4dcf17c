import { setTimeout as wait } from 'node:timers/promises';
import { isChangeKind, kindsAbout, limits } from '@patchbay/contract';
import { AskedThread } from '../asked-thread.ts';
import { bundle } from '../software.ts';
import { ApiError } from '../errors.ts';
import { type LoggedChange, kindsOutsideDocuments } from '../store/log/change.ts';
import { findLastSeq } from '../store/log/changes.ts';
import { ReadTimeoutError } from '../store/long-read.ts';
import type { Store } from '../store/store.ts';
import { findDownloads, findKeysAfter, findKeysOfPublishers, nodeSources } from './find-node-sources.ts';
import type {
  IndexReply,
  IndexRequest,
  NodeSource,
  SearchRequest,
  SearchResult,
  Suggestion,
} from './index/messages.ts';

const entry = bundle('threads/serve-index.js');
/** What one statement reads and one message carries. */
const nodesAtOnce = 100;
/** Leaves the start of the server its more urgent work. A search that comes earlier starts the build at once. */
const buildAfterMs = 5_000;
/** After each build whose thread ended, twice as long: an index that does not fit into memory would be built for ever. */
const buildAgainAfterMsMax = 10 * 60_000;
/** Changes are indexed together, or when somebody searches. */
const followAfterMs = 1_000;
/** For how long a search waits for the index to be built, and for its last changes. */
const waitMsMax = { built: 2_000, current: 1_000 } as const;
const waitingMax = 200;
/** Beyond the time of all searches before it, a thread that does not answer is ended. */
const silenceMsMax = 10_000;
const searchMsMax = 1_000 * limits.searchSecondsMax;
const retrySeconds = '2';

const kinds = new Set(
  kindsAbout('node', 'version', 'app-node', 'publisher').filter((kind) => !kindsOutsideDocuments.has(kind)),
);

type IndexThread = AskedThread<IndexRequest, IndexReply>;

interface Events {
  /** A search was answered before the last changes were indexed; now they are. */
  onCaughtUp: () => void;
  onFailure: (error: Error) => void;
}

/**
 * The search index of this process: in a thread of its own, built from the rows when the server starts or somebody
 * searches, then kept in step by the log. A thread that ends is started again.
 */
export class NodeSearch {
  readonly name = 'search';
  readonly kinds = kinds;
  readonly #store: Store;
  readonly #events: Events;
  readonly #findSources: ReturnType<typeof nodeSources>;
  #thread: IndexThread | undefined;
  #built: Promise<void> | undefined;
  #following: Promise<void> | undefined;
  #starting: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** What changed since it was read. */
  #nodes = new Set<string>();
  #publishers = new Set<string>();
  #counted = new Set<string>();
  /** The last change that was followed, and the last one that is indexed. */
  #followedSeq = 0;
  #seq = 0;
  #wasLate = false;
  #isStopped = false;
  /** Builds that failed since the last one that did not. */
  #failures = 0;
  #notBefore = 0;

  constructor(store: Store, events: Events) {
    this.#store = store;
    this.#events = events;
    this.#findSources = nodeSources(store.engine);
  }

  /** Builds the index soon, in the background. */
  start(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#starting);
    const wait = Math.max(buildAfterMs, this.#notBefore - performance.now());
    this.#starting = setTimeout(() => void this.#build().catch(() => undefined), wait).unref();
  }

  /** Notes what to index again. */
  follow(changes: readonly LoggedChange[]): void {
    for (const { seq, kind, subject, nodeKey } of changes) {
      this.#followedSeq = Math.max(this.#followedSeq, seq);
      if (nodeKey !== null) this.#nodes.add(nodeKey);
      else if (subject.startsWith(publisherSubject))
        this.#publishers.add(subject.slice(publisherSubject.length));
      // Of a newer version, about nobody knows what.
      else if (!isChangeKind(kind)) this.#rebuild(new Error(`changes of the kind ${kind} are unknown`));
    }
    this.#followSoon();
  }

  followDownloads(nodeKeys: readonly string[]): void {
    for (const key of nodeKeys) this.#counted.add(key);
    this.#followSoon();
  }

  /**
   * The nodes that a request finds, as of a change of the log. Errors: `unavailable` while the index is built or too
   * many searches wait, ReadTimeoutError.
   */
  async search(request: SearchRequest): Promise<SearchResult & { seq: number }> {
    const { result, seq } = await this.#askCurrent({ ask: 'search', request });
    return { ...(result as SearchResult), seq };
  }

  /** What somebody may mean who has typed so far. Errors: as of `search`. */
  async suggest(text: string, limit: number): Promise<Suggestion[]> {
    const { result } = await this.#askCurrent({ ask: 'suggest', text, limit });
    return result as Suggestion[];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#starting);
    clearTimeout(this.#timer);
    const working = Promise.allSettled([this.#built, this.#following]);
    this.#thread?.end(new Error('the server ends'));
    await working;
  }

  async #askCurrent(message: IndexRequest) {
    await this.#becomeBuilt();
    await this.#becomeCurrent();
    const seq = this.#seq;
    const thread = this.#thread;
    if (thread === undefined || thread.isEnding) throw unavailable('The search starts again');
    if (thread.waiting >= waitingMax) throw unavailable('Too many searches wait');
    const overdue = setTimeout(
      () => this.#rebuild(new ReadTimeoutError('search')),
      silenceMsMax + searchMsMax * thread.waiting,
    );
    try {
      return { result: await ask(thread, message), seq };
    } catch (error) {
      if (error instanceof ReadTimeoutError || !thread.isEnding) throw error;
      throw unavailable('The search starts again', error);
    } finally {
      clearTimeout(overdue);
    }
  }

  async #becomeBuilt(): Promise<void> {
    const built = this.#build().then(
      () => true,
      (error: unknown) => {
        throw unavailable('The search cannot be built', error);
      },
    );
    if (!(await Promise.race([built, wait(waitMsMax.built, false, { ref: false })])))
      throw unavailable('The search is being built');
  }

  /** Waits a moment for the last changes. A search that is answered without them is reported when they are indexed. */
  async #becomeCurrent(): Promise<void> {
    if (!this.#isBehind && this.#following === undefined) return;
    const current = this.#catchUp().then(() => true);
    if (!(await Promise.race([current, wait(waitMsMax.current, false, { ref: false })])))
      this.#wasLate = true;
  }

  get #isBehind(): boolean {
    return this.#nodes.size + this.#publishers.size + this.#counted.size > 0;
  }

  #build(): Promise<void> {
    if (this.#built !== undefined) return this.#built;
    if (performance.now() < this.#notBefore)
      return Promise.reject(new Error('its thread ended; it is built again later'));
    const built = this.#fill().then(
      () => void (this.#failures = 0),
      (cause: unknown) => {
        // A database that was away may be there again at once. A thread that ran out of memory will do so again.
        if (this.#thread?.isEnding !== false) {
          const wait = Math.min(buildAfterMs * 2 ** this.#failures, buildAgainAfterMsMax);
          this.#notBefore = performance.now() + wait;
          this.#failures += 1;
        }
        if (this.#built === built) this.#rebuild(new Error('the search index is built again'));
        if (!this.#isStopped)
          this.#events.onFailure(new Error('the search index cannot be built', { cause }));
        throw cause;
      },
    );
    this.#built = built;
    return built;
  }

  /** Begins anew, in another thread. */
  #rebuild(reason: Error): void {
    this.#thread?.end(reason);
    this.#thread = undefined;
    this.#built = undefined;
    this.start();
  }

  async #fill(): Promise<void> {
    const thread: IndexThread = new AskedThread(entry, { workerData: { indexedMax, searchMsMax } }, () => {
      if (this.#thread !== thread || this.#isStopped) return;
      this.#events.onFailure(new Error('the thread of the search ended; it is started again'));
      this.#rebuild(new Error('the thread of the search ended'));
    });
    this.#thread = thread;
    const { read } = this.#store;
    // What was noted until now is read with everything else.
    for (const noted of [this.#nodes, this.#publishers, this.#counted]) noted.clear();
    const seq = await findLastSeq(read);
    for (let after = '', more = true; more && !this.#isStopped;) {
      const keys = await findKeysAfter(read, { after, limit: nodesAtOnce });
      await this.#index(thread, keys);
      after = keys.at(-1) ?? '';
      more = keys.length === nodesAtOnce;
    }
    this.#seq = Math.max(this.#seq, seq);
  }

  #followSoon(): void {
    if (this.#built === undefined || this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#catchUp();
    }, followAfterMs).unref();
  }

  /** Indexes everything that was noted by now. */
  async #catchUp(): Promise<void> {
    // What came after the pass under way began may not be in it.
    await this.#following;
    if (!this.#isBehind) return;
    this.#following ??= this.#indexNoted().finally(() => {
      this.#following = undefined;
    });
    await this.#following;
  }

  async #indexNoted(): Promise<void> {
    const [nodes, publishers, counted] = [this.#nodes, this.#publishers, this.#counted];
    const seq = this.#followedSeq;
    [this.#nodes, this.#publishers, this.#counted] = [new Set(), new Set(), new Set()];
    try {
      await this.#built;
      const thread = this.#thread;
      if (thread === undefined) return;
      const { read } = this.#store;
      const keys = publishers.size === 0 ? [] : await findKeysOfPublishers(read, [...publishers]);
      await this.#index(thread, [...new Set([...nodes, ...keys])]);
      const downloads = counted.size === 0 ? [] : await findDownloads(read, [...counted]);
      if (downloads.length > 0) await ask(thread, { ask: 'count', downloads });
      this.#seq = Math.max(this.#seq, seq);
      if (this.#wasLate) this.#events.onCaughtUp();
      this.#wasLate = false;
    } catch (cause) {
      for (const key of nodes) this.#nodes.add(key);
      for (const id of publishers) this.#publishers.add(id);
      for (const key of counted) this.#counted.add(key);
      if (this.#isStopped) return;
      this.#wasLate = true;
      this.#events.onFailure(new Error('changes could not be indexed for the search', { cause }));
      this.#followSoon();
    }
  }

  async #index(thread: IndexThread, keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += nodesAtOnce) {
      const some = keys.slice(start, start + nodesAtOnce);
      const nodes: NodeSource[] = await this.#findSources(this.#store.read, some);
      const there = new Set(nodes.map(({ key }) => key));
      await ask(thread, { ask: 'put', nodes, gone: some.filter((key) => !there.has(key)) });
    }
  }
}

const publisherSubject = 'publisher:';

const indexedMax = { textChars: limits.searchTextCharsMax, appNodeChars: limits.searchedNamesCharsMax };

const ask = async (thread: IndexThread, message: IndexRequest) => {
  const reply = await thread.ask(message);
  if (!('failed' in reply)) return reply.result;
  if (reply.failed === 'overdue') throw new ReadTimeoutError('search');
  throw new Error(reply.message);
};

const unavailable = (fault: string, cause?: unknown): ApiError =>
  new ApiError('unavailable', `${fault}. Try again in a moment.`, {
    headers: { 'retry-after': retrySeconds },
    cause,
  });
