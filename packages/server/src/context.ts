import type { Profile } from '@patchbay/contract';
import type { Accounts } from './accounts/accounts.ts';
import type { BreachWatch } from './accounts/breach-watch.ts';
import type { Provider } from './accounts/provider.ts';
import type { BlobStore } from './packages/blobs/blob-store.ts';
import type { PackageVerifier } from './packages/blobs/package-verifier.ts';
import type { Config } from './config.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Documents } from './documents/documents.ts';
import type { DownloadCounter } from './jobs/download-counter.ts';
import type { FailedSignIns } from './jobs/failed-sign-ins.ts';
import type { RefusalCounter } from './jobs/refusal-counter.ts';
import type { AskFigures } from './metrics/registry-state.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Outages } from './outbound/outages.ts';
import type { Scrape } from './metrics/scrape.ts';
import type { UploadLimiter } from './packages/upload-limiter.ts';
import type { NodeSearch } from './search/node-search.ts';
import type { Store } from './store/store.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { PackageSource } from './replication/package-source.ts';
import type { PackageReader } from './packages/reading.ts';

/** All that an operation may use. */
export interface Context {
  config: Config;
  /** What this server's host spells otherwise, and what its clients are used to. */
  profile: Profile;
  store: Store;
  blobs: BlobStore;
  verifier: PackageVerifier;
  accounts: Accounts;
  /** Looks up the passwords that sign in. */
  breaches: BreachWatch;
  /** The external provider with which users sign in; undefined without one. */
  provider: Provider | undefined;
  /** Undefined where answers are objects in the names of the contract, as for the pages of the site. */
  documents: Documents | undefined;
  /** For those who follow it. */
  catalogue: Catalogue;
  /** Finds nodes by words. */
  search: NodeSearch;
  downloads: DownloadCounter;
  refusals: RefusalCounter;
  failedSignIns: FailedSignIns;
  readers: PackageReader;
  uploads: UploadLimiter;
  /** The registry that this one mirrors or stands in front of; undefined without one. */
  replication: PackageSource | undefined;
  /** The rates of clients; undefined where none is limited. */
  limiter: RateLimiter | undefined;
  /** What this process counts. */
  metrics: Metrics;
  /** Has the log tell of called servers that are away. */
  outages: Outages;
  /** What all processes of the server count. */
  scrape: Scrape;
  /** The registry in numbers. */
  figures: AskFigures;
  /** The address under which clients reach this server, without a slash at its end. */
  publicUrl: () => string;
  now: () => Date;
}
