import type { Readable } from 'node:stream';
import type { Endpoint, Query, Reply } from '@patchbay/contract';
import type { Page } from '../store/listing/pages.ts';

/** A package, readable whole or in ranges. */
export interface PackageReply {
  fileName: string;
  sha256: string;
  bytes: number;
  open(range?: { start: number; end: number }): Promise<Readable>;
  /** The URL that serves it instead of this server, if there is one. */
  address?: () => Promise<string>;
}

/** A page of a list whose response is a bare array, with what the array cannot express. */
export class BarePage<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;

  constructor({ page, limit, total }: Pick<Page<unknown>, 'page' | 'limit' | 'total'>, items: Item[]) {
    this.items = items;
    this.page = page;
    this.limit = limit;
    this.total = total;
  }
}

type PagedReply<E extends Endpoint> =
  Query<E> extends { page?: number }
    ? Reply<E> extends readonly (infer Item)[]
      ? BarePage<Item>
      : Reply<E>
    : Reply<E>;

/** The result of an endpoint's operation. */
export type Answer<E extends Endpoint> = E extends { reply: { body: 'application/zip' } }
  ? PackageReply
  : E extends { reply: { body: 'text/html' | 'text/plain' } }
    ? string
    : PagedReply<E>;
