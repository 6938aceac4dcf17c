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
import type { Config } from './config.ts';
import type { DownloadCounter } from './jobs/download-counter.ts';
import type { Actor } from './policy/rights.ts';
import type { RenderedCache } from './rendered/rendered-cache.ts';
import type { Cause } from './store/changes.ts';
import type { Store } from './store/store.ts';
import type { Workshop } from './workshop/workshop.ts';

/** All that an operation may use. */
export interface Context {
  config: Config;
  /** What this server's host spells otherwise, and what its clients are used to. */
  profile: Profile;
  /** The interface as the profile has it. */
  openapi: OpenapiDocument;
  store: Store;
  blobs: BlobStore;
  accounts: Accounts;
  downloads: DownloadCounter;
  workshop: Workshop;
  rendered: RenderedCache;
  /** Every endpoint as the host spells it. */
  wires: Readonly<Record<EndpointName, Wire>>;
  /** The address under which clients reach this server, without a slash at its end. */
  publicUrl: () => string;
  now: () => Date;
}

/** One request to an endpoint, validated. */
export interface Call<E extends Endpoint> {
  actor: Actor;
  /** The actor and the request, as the log of changes records them. */
  cause: Cause;
  /** The Bearer as it was sent, for the accounts library. */
  bearer: string | undefined;
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
  /** Called when the package, or the beginning of it, is about to be sent. */
  onSend(): void;
}

/** An answer that was put together as JSON already. */
export class JsonBytes {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

type Answer<E extends Endpoint> = E extends { reply: { body: 'application/zip' } }
  ? PackageReply
  : E extends { reply: { body: 'text/html' } }
    ? string
    : Reply<E> | JsonBytes;

/** What happens at an endpoint. */
export type Operation<E extends Endpoint> = (context: Context, call: Call<E>) => Promise<Answer<E>>;

/** One operation for every endpoint: a table that misses one does not compile. */
export type OperationTable = { readonly [Name in EndpointName]: Operation<Endpoints[Name]> };
