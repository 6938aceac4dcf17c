import type { Readable } from 'node:stream';
import type {
  Body,
  Endpoint,
  EndpointName,
  Endpoints,
  OpenapiDocument,
  Params,
  Profile,
  Query,
  Reply,
  Wire,
} from '@patchbay/contract';
import type { Accounts } from './accounts/accounts.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { PackageVerifier } from './blobs/package-verifier.ts';
import type { Config } from './config.ts';
import type { DownloadCounter } from './jobs/download-counter.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Scrape } from './metrics/scrape.ts';
import type { Actor } from './policy/rights.ts';
import type { ResponseCache } from './http/response-cache/response-cache.ts';
import type { Cause } from './store/log/change.ts';
import type { Page } from './store/listing/pages.ts';
import type { Store } from './store/store.ts';
import type { PackageReader } from './readers/package-reader.ts';

/** All that an operation may use. */
export interface Context {
  config: Config;
  /** What this server's host spells otherwise, and what its clients are used to. */
  profile: Profile;
  /** The interface as the profile has it. */
  openapi: OpenapiDocument;
  store: Store;
  blobs: BlobStore;
  verifier: PackageVerifier;
  accounts: Accounts;
  downloads: DownloadCounter;
  readers: PackageReader;
  responseCache: ResponseCache;
  /** What this process counts. */
  metrics: Metrics;
  /** What all processes of the server count. */
  scrape: Scrape;
  /** Every endpoint as the host spells it. */
  wires: Readonly<Record<EndpointName, Wire>>;
  /** The address under which clients reach this server, without a slash at its end. */
  publicUrl: () => string;
  now: () => Date;
}

/** Who calls. */
export interface Caller {
  /** Who the Bearer was before the body was read. Too old to write by: `act` identifies the caller again. */
  claimed: Actor;
  /** The actor and the request, as the log of changes records them. */
  cause: Cause;
  /** The Bearer as it was sent. */
  bearer: string | undefined;
}

/** One request to an endpoint, validated. Only reads know their actor at once. */
export type Call<E extends Endpoint> = Request<E> &
  (E extends { method: 'GET' } ? { actor: Actor } : unknown);

interface Request<E extends Endpoint> extends Caller {
  ip: string;
  params: Params<E>;
  query: Query<E>;
  body: E extends { body: 'application/zip' } ? Readable : Body<E>;
}

/** A package as an operation answers it. */
export interface PackageReply {
  fileName: string;
  sha256: string;
  bytes: number;
  open(range?: { start: number; end: number }): Promise<Readable>;
  /** Where it is to be fetched instead of here, when there is such a place. */
  address?: () => Promise<string>;
}

/** An answer that was put together as JSON already, of parts that others may hold as well. */
export class JsonParts {
  readonly parts: readonly Uint8Array[];

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts;
  }
}

/** A page of a list whose reply is a bare array: headers say the rest. */
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

type Answer<E extends Endpoint> = E extends { reply: { body: 'application/zip' } }
  ? PackageReply
  : E extends { reply: { body: 'text/html' | 'text/plain' } }
    ? string
    : PagedReply<E> | JsonParts;

/** What happens at an endpoint. */
export type Operation<E extends Endpoint> = (context: Context, call: Call<E>) => Promise<Answer<E>>;

/** One operation for every endpoint: a table that misses one does not compile. */
export type OperationTable = { readonly [Name in EndpointName]: Operation<Endpoints[Name]> };
