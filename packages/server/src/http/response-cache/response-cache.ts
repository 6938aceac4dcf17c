import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { EndpointMeter } from '../../metrics/endpoint-meter.ts';

/** What an entry costs besides its text and headers: its key, its places in the maps. */
const overheadBytes = 600;

/** A public answer as it was sent once. */
export interface KeptAnswer {
  /** JSON: text, or its bytes when it is long. */
  readonly body: string | Buffer;
  readonly etag: string;
  /** Of the body as UTF-8. */
  readonly bytes: number;
  /** Name, value, name, value, and so on: all that is not of the request. */
  readonly headers: readonly string[];
  /** Counts the requests that are answered with it. */
  readonly meter: EndpointMeter;
  /** Called each time it is sent. */
  readonly onSend?: (request: IncomingMessage) => void;
  /** The body as clients take it compressed, once one has asked; undefined while it is being made. */
  readonly encoded: Map<string, Buffer | undefined>;
}

/** A whole answer under its address, or under a key that is no address a part of many, as the bytes it is sent in. */
type Rendered = KeptAnswer | Uint8Array;

/** With what a rendered answer or part ends. */
export interface Lifetime {
  /** The node whose changes end it; undefined when any change of the catalogue does. */
  readonly nodeKey: string | undefined;
  /** Whether it ends when the node's downloads are counted too. */
  readonly showsDownloads: boolean;
}

interface Entry {
  readonly rendered: Rendered;
  readonly group: string;
}

/** What shows no node of its own, and so may show any. */
const lists = '';
const groupOf = (nodeKey: string, showsDownloads: boolean): string =>
  `${showsDownloads ? 'counted' : 'uncounted'}/${nodeKey}`;

/**
 * What was rendered for anyone by its key, bounded in bytes; the least recently used goes first. Whoever renders
 * notes `generation` before it reads the database and hands it in with the rendered: when anything was dropped in
 * between, that may be of the past and is not kept.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry> | undefined;
  readonly #keysByGroup = new Map<string, Set<string>>();
  readonly #isTrusted: () => boolean;
  #generation = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  /** `isTrusted` says whether every change made so far is known here; while it is false nothing is found. */
  constructor(bytesMax: number, isTrusted: () => boolean) {
    this.#isTrusted = isTrusted;
    if (bytesMax === 0) return;
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      // A few large ones, under addresses that nobody asks for again, would push out all others.
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

  /** What it holds, and what came of it since the start. */
  get load() {
    return {
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
      entries: this.#entries?.size ?? 0,
      bytes: this.#entries?.calculatedSize ?? 0,
    };
  }

  /** The answer at this address. */
  answer(address: string): KeptAnswer | undefined {
    const rendered = this.#isTrusted() ? this.#entries?.get(address)?.rendered : undefined;
    if (rendered === undefined || rendered instanceof Uint8Array) return undefined;
    this.#hits += 1;
    return rendered;
  }

  /** The part under each of these keys. */
  parts(keys: readonly string[]): (Uint8Array | undefined)[] {
    const entries = this.#isTrusted() ? this.#entries : undefined;
    return keys.map((key) => {
      const rendered = entries?.get(key)?.rendered;
      if (!(rendered instanceof Uint8Array)) return undefined;
      this.#hits += 1;
      return rendered;
    });
  }

  /** Keeps what `render` makes, which is not called when nothing would be kept. */
  keep(
    key: string,
    render: () => Rendered,
    { nodeKey, showsDownloads, generation }: Lifetime & { generation: number },
  ): void {
    this.#misses += 1;
    if (this.#entries === undefined || generation !== this.#generation) return;
    const group = nodeKey === undefined ? lists : groupOf(nodeKey, showsDownloads);
    this.#entries.set(key, { rendered: render(), group });
    if (!this.#entries.has(key)) return;
    const keys = this.#keysByGroup.get(group);
    if (keys === undefined) this.#keysByGroup.set(group, new Set([key]));
    else keys.add(key);
  }

  /** Ends what shows this node, and every list, which may. */
  dropNode(nodeKey: string): void {
    this.#generation += 1;
    this.#drop(groupOf(nodeKey, true));
    this.#drop(groupOf(nodeKey, false));
    this.#drop(lists);
  }

  /** Ends what shows the downloads of this node, and every list, which may. */
  dropDownloads(nodeKey: string): void {
    this.#generation += 1;
    this.#drop(groupOf(nodeKey, true));
    this.#drop(lists);
  }

  dropAll(): void {
    this.#generation += 1;
    this.#entries?.clear();
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

/** An estimate from above: text takes two bytes a character, and compressed forms to come as much as half of that. */
const bytesOf = (rendered: Rendered): number => {
  if (rendered instanceof Uint8Array) return rendered.length;
  const { body, headers } = rendered;
  const copies = typeof body === 'string' ? 3 : 2;
  return copies * body.length + 2 * headers.reduce((sum, { length }) => sum + length, 0);
};
