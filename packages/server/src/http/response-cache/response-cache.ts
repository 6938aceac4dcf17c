import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { EndpointMeter } from '../../metrics/endpoint-meter.ts';

/** The memory of an entry besides its text and headers: its key and its slots in the maps. */
const overheadBytes = 600;

/** A public response as it was sent. */
export interface KeptAnswer {
  /** Text, or bytes if it is long or no text. */
  readonly body: string | Buffer;
  /** Whether compressing it would not make it smaller. */
  readonly isCompact?: boolean;
  readonly etag: string;
  /** Length of the body as UTF-8. */
  readonly bytes: number;
  /** Name, value, name, value, and so on: all headers that do not depend on the request. */
  readonly headers: readonly string[];
  /** Counts the requests answered with it. */
  readonly meter: EndpointMeter;
  /** Called each time it is sent. */
  readonly onSend?: (request: IncomingMessage) => void;
  /** The compressed body, once a client has requested it; undefined while it is being compressed. */
  readonly encoded: Map<string, Buffer | undefined>;
}

/** Finds the response to a request before the framework, with the headers that this one alone has. */
export type FindAnswer = (
  request: IncomingMessage,
  id: string,
) => Promise<{ answer: KeptAnswer; headers: readonly string[] } | undefined>;

/** A complete response, or a part of many responses as bytes, or what finds the response for a caller. */
type Rendered = KeptAnswer | Uint8Array | FindAnswer;

/** What invalidates a cached response or part. */
export interface Lifetime {
  /** The node whose changes invalidate it. Undefined if any change of the catalogue does. */
  readonly nodeKey: string | undefined;
  /** Whether counting the node's downloads also invalidates it. */
  readonly showsDownloads: boolean;
}

interface Entry {
  readonly rendered: Rendered;
  readonly group: string;
}

/** The log of changes, whose changes invalidate responses. */
interface FollowedLog {
  /** Whether this process has seen all changes. While it is false, every lookup misses. */
  isCurrent(): boolean;
  catchUp(seq: number): Promise<void>;
}

/** No response has it. */
const finderKey = (address: string): string => `${address}\0`;

/** Responses without a node of their own, which may show any node. */
const lists = '';
const groupOf = (nodeKey: string, showsDownloads: boolean): string =>
  `${showsDownloads ? 'counted' : 'uncounted'}/${nodeKey}`;

/**
 * Rendered public responses by key, limited in bytes; the least recently used entry is evicted first. A renderer notes
 * `generation` before it reads the database and passes it along with the result. If anything was invalidated in
 * between, the result may be stale and is not stored.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry> | undefined;
  readonly #keysByGroup = new Map<string, Set<string>>();
  readonly #log: FollowedLog;
  #generation = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor(bytesMax: number, log: FollowedLog) {
    this.#log = log;
    if (bytesMax === 0) return;
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      // A few large responses under URLs that are never requested again would evict all others.
      maxEntrySize: Math.ceil(bytesMax / 8),
      sizeCalculation: ({ rendered }, key) => bytesOf(rendered) + key.length + overheadBytes,
      dispose: ({ group }, key, reason) => {
        if (reason !== 'set') this.#forget(group, key);
        if (reason === 'evict') this.#evictions += 1;
      },
    });
  }

  get generation(): number {
    return this.#generation;
  }

  /** Its size, and its hits and misses since startup. */
  get load() {
    return {
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
      entries: this.#entries?.size ?? 0,
      bytes: this.#entries?.calculatedSize ?? 0,
    };
  }

  /**
   * Resolves when nothing is kept that the change of this number replaced, so that a process never shows what is older
   * than what it showed.
   */
  catchUp(seq: number): Promise<void> {
    return this.#log.catchUp(seq);
  }

  /** The response under this URL. */
  answer(address: string): KeptAnswer | undefined {
    const rendered = this.#log.isCurrent() ? this.#entries?.get(address)?.rendered : undefined;
    if (rendered === undefined || !('etag' in rendered)) return undefined;
    this.#hits += 1;
    return rendered;
  }

  /** What finds the response under this URL for a caller, where not all may see the same. */
  finder(address: string): FindAnswer | undefined {
    const rendered = this.#log.isCurrent() ? this.#entries?.get(finderKey(address))?.rendered : undefined;
    return typeof rendered === 'function' ? rendered : undefined;
  }

  /** The part under each of these keys. */
  parts(keys: readonly string[]): (Uint8Array | undefined)[] {
    const entries = this.#log.isCurrent() ? this.#entries : undefined;
    return keys.map((key) => {
      const rendered = entries?.get(key)?.rendered;
      if (!(rendered instanceof Uint8Array)) return undefined;
      this.#hits += 1;
      return rendered;
    });
  }

  /** Which nodes have or had other ids than their keys; undefined while that is not known. */
  renamed: ReadonlyMap<string, string> | undefined = new Map();

  /**
   * Stores the result of `render`, which is not called if nothing would be stored. Returns whether it is stored. The node
   * may be given by any of its ids in lower case.
   */
  keep(
    key: string,
    render: () => Rendered,
    { nodeKey, showsDownloads, generation }: Lifetime & { generation: number },
  ): boolean {
    this.#misses += 1;
    if (this.#entries === undefined || generation !== this.#generation) return false;
    return this.#set(key, render(), this.#groupFor(nodeKey, showsDownloads));
  }

  /** Stores what finds the response to each caller of this URL, beside a list that was just stored for one of them. */
  keepFinder(address: string, find: FindAnswer): void {
    this.#set(finderKey(address), find, lists);
  }

  /** Invalidates the responses that show this node, and every list, because a list may show it. */
  dropNode(nodeKey: string): void {
    this.dropOutsideLists(nodeKey);
    this.#drop(lists);
  }

  /** Invalidates the responses that show this node, except lists. */
  dropOutsideLists(nodeKey: string): void {
    this.#generation += 1;
    this.#drop(groupOf(nodeKey, true));
    this.#drop(groupOf(nodeKey, false));
  }

  /** Invalidates the responses that show this node's downloads, except lists. */
  dropDownloads(nodeKey: string): void {
    this.#generation += 1;
    this.#drop(groupOf(nodeKey, true));
  }

  /** Invalidates every list. */
  dropLists(): void {
    this.#generation += 1;
    this.#drop(lists);
  }

  dropAll(): void {
    this.#generation += 1;
    this.#entries?.clear();
  }

  #set(key: string, rendered: Rendered, group: string): boolean {
    this.#entries?.set(key, { rendered, group });
    // It may be too large.
    if (this.#entries?.has(key) !== true) return false;
    const keys = this.#keysByGroup.get(group);
    if (keys === undefined) this.#keysByGroup.set(group, new Set([key]));
    else keys.add(key);
    return true;
  }

  #groupFor(nodeId: string | undefined, showsDownloads: boolean): string {
    // While it is not known whose id it is, any change may be about it.
    if (nodeId === undefined || this.renamed === undefined) return lists;
    return groupOf(this.renamed.get(nodeId) ?? nodeId, showsDownloads);
  }

  #drop(group: string): void {
    const keys = this.#keysByGroup.get(group);
    this.#keysByGroup.delete(group);
    for (const key of keys ?? []) this.#entries?.delete(key);
  }

  #forget(group: string, key: string): void {
    const keys = this.#keysByGroup.get(group);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByGroup.delete(group);
  }
}

/** An upper estimate: text takes two bytes a character, and future compressed forms at most half of that. */
const bytesOf = (rendered: Rendered): number => {
  if (typeof rendered === 'function') return 0;
  if (rendered instanceof Uint8Array) return rendered.length;
  const { body, headers } = rendered;
  const copies = typeof body === 'string' ? 3 : 2;
  return copies * body.length + 2 * headers.reduce((sum, { length }) => sum + length, 0);
};
