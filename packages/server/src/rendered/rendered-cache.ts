import { LRUCache } from 'lru-cache';

/** What an entry costs besides its text: its key, its headers, its places in the maps. */
const overheadBytes = 600;

/** Public text as it was sent once. */
export interface Rendered {
  readonly text: string;
  /** What makes a whole answer of it; absent where it is a part of one. */
  readonly answer?: RenderedAnswer;
}

export interface RenderedAnswer {
  readonly etag: string;
  /** Name, value, name, value, and so on: all that is not of the request. */
  readonly headers: readonly string[];
  /** Called each time it is sent. */
  readonly onSend: () => void;
  /** The text as clients take it compressed, once one has asked; undefined while it is being made. */
  readonly encoded: Map<string, Buffer | undefined>;
}

interface Entry {
  readonly rendered: Rendered;
  /** The node whose changes end it; undefined when any change of the catalogue does. */
  readonly nodeKey: string | undefined;
}

/**
 * Rendered public text by key, bounded in bytes; the least recently used goes first. Whoever renders notes
 * `generation` before it reads the database and hands it in with the text: when anything was dropped in between,
 * the text may be of the past and is not kept.
 */
export class RenderedCache {
  readonly #entries: LRUCache<string, Entry> | undefined;
  readonly #keysByNode = new Map<string | undefined, Set<string>>();
  readonly #isTrusted: () => boolean;
  #generation = 0;

  /** `isTrusted` says whether every change made so far is known here; while it is false nothing is found. */
  constructor(bytesMax: number, isTrusted: () => boolean) {
    this.#isTrusted = isTrusted;
    if (bytesMax === 0) return;
    this.#entries = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ rendered }, key) => bytesOf(rendered) + key.length + overheadBytes,
      dispose: ({ nodeKey }, key, reason) => {
        if (reason !== 'set') this.#forget(nodeKey, key);
      },
    });
  }

  get generation(): number {
    return this.#generation;
  }

  get(key: string): Rendered | undefined {
    return this.#isTrusted() ? this.#entries?.get(key)?.rendered : undefined;
  }

  keep(
    key: string,
    rendered: Rendered,
    { nodeKey, generation }: { nodeKey: string | undefined; generation: number },
  ): void {
    if (this.#entries === undefined || generation !== this.#generation) return;
    this.#entries.set(key, { rendered, nodeKey });
    if (!this.#entries.has(key)) return;
    const keys = this.#keysByNode.get(nodeKey);
    if (keys === undefined) this.#keysByNode.set(nodeKey, new Set([key]));
    else keys.add(key);
  }

  /** Ends what shows this node, and every list, which may. */
  dropNode(nodeKey: string): void {
    this.#generation += 1;
    this.#drop(nodeKey);
    this.#drop(undefined);
  }

  dropAll(): void {
    this.#generation += 1;
    this.#entries?.clear();
  }

  #drop(nodeKey: string | undefined): void {
    const keys = this.#keysByNode.get(nodeKey);
    this.#keysByNode.delete(nodeKey);
    for (const key of keys ?? []) this.#entries?.delete(key);
  }

  #forget(nodeKey: string | undefined, key: string): void {
    const keys = this.#keysByNode.get(nodeKey);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByNode.delete(nodeKey);
  }
}

/** An estimate from above: two bytes a character, and as much again for the compressed forms to come. */
const bytesOf = ({ text, answer }: Rendered): number => (answer === undefined ? 2 : 3) * text.length;
