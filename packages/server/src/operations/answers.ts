import type { Readable } from 'node:stream';
import type { BulkResultItem, Endpoint, Proposal, Query, Reply } from '@patchbay/contract';
import type { OpenedCatalogue } from '../catalogue/catalogue.ts';
import type { Coding } from '../catalogue/codings.ts';
import type { Page } from '../store/listing/pages.ts';

/** The catalogue in one of several codings. */
export interface LinesReply {
  open(coding: Coding): Promise<OpenedCatalogue>;
}

/** A package, readable whole or in ranges. */
export interface PackageReply {
  fileName: string;
  sha256: string;
  bytes: number;
  open(range?: { start: number; end: number }): Promise<Readable>;
  /** The URL that serves it instead of this server, if there is one. */
  address?: () => Promise<string>;
}

/** JSON text in the names of the host, which is sent as it is. */
export class Json {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A reply with a list of JSON texts under `key`. */
export class JsonList {
  readonly key: string;
  readonly items: readonly string[];
  /** What the reply says besides the list, in the names of the contract. */
  readonly others: object;

  constructor(key: string, items: readonly string[], others: object = {}) {
    this.key = key;
    this.items = items;
    this.others = others;
  }
}

/**
 * A reply that is the same for all who may see as much, while the log of changes ends where it did. Kept, it is sent after
 * the rates, the bearer and the operation alone: no other requirement of the endpoint is checked.
 */
export class Shared<Reply> {
  /** Differs wherever the reply may. */
  readonly scope: string;
  readonly logEnd: number;
  readonly read: () => Promise<Reply>;

  constructor({ inside, logEnd }: { inside: boolean; logEnd: number }, read: () => Promise<Reply>) {
    this.logEnd = logEnd;
    this.scope = `${inside ? 'inside' : 'outside'}/${logEnd}`;
    this.read = read;
  }
}

/** What was asked for waits for somebody else: the answer has the status 202. */
export class Accepted {
  readonly body: Proposal;

  constructor(body: Proposal) {
    this.body = body;
  }
}

/** A page of a list whose response is a bare array, with what the array cannot express. */
export class BarePage<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;

  constructor(
    { page, limit, total }: Pick<Page<unknown>, 'page' | 'limit' | 'total'>,
    items: readonly Item[],
  ) {
    this.items = items;
    this.page = page;
    this.limit = limit;
    this.total = total;
  }
}

type PagedReply<E extends Endpoint> =
  Query<E> extends { page?: number }
    ? Reply<E> extends readonly (infer Item)[]
      ? BarePage<Item> | BarePage<Json>
      : Reply<E>
    : Reply<E>;

/** An item of a bulk, whose version may be JSON already. */
export type BulkItem = Omit<BulkResultItem, 'node_version'> & {
  node_version?: BulkResultItem['node_version'] | Json;
};

type JsonReply<E extends Endpoint> = E extends { method: 'GET' } ? Json | JsonList : never;

type ReadReply<E extends Endpoint> =
  | PagedReply<E>
  | JsonReply<E>
  | (E extends { changesWith: 'catalogue' } ? Shared<PagedReply<E> | JsonReply<E>> : never);

type AcceptedReply<E extends Endpoint> = E extends { otherReplies: { 202: unknown } } ? Accepted : never;

/** The result of an endpoint's operation. */
export type Answer<E extends Endpoint> = E extends { reply: { body: 'application/zip' } }
  ? PackageReply
  : E extends { reply: { body: 'application/x-ndjson' } }
    ? LinesReply
    : E extends { reply: { body: 'text/event-stream' } }
      ? AsyncIterable<string>
      : E extends { reply: { body: 'text/html' | 'text/plain' } }
        ? string
        : E extends { bulkOf: string }
          ? { node_versions: BulkItem[] }
          : ReadReply<E> | AcceptedReply<E>;
