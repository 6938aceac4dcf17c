import type {
  AppNodeDefinition,
  ExtractStatus,
  NodeModeration,
  NodeStatus,
  NodeVersionStatus,
  PublisherProfile,
} from '@patchbay/contract';
import type { SemVer } from 'semver';
import type { KeptMetadata } from '../../store/rows/nodes.ts';
import type { StoredPackage, VersionMetadata } from '../../store/rows/versions.ts';

/** A publisher as another registry shows it. Times are RFC 3339 in UTC with milliseconds. */
export interface PublisherReplica {
  id: string;
  profile: PublisherProfile;
  createdAt: string;
}

/** A node as another registry shows it. */
export interface NodeReplica {
  id: string;
  publisher: PublisherReplica;
  metadata: KeptMetadata;
  moderation: NodeModeration;
  status: NodeStatus;
  createdAt: string;
  /** Undefined where the registry does not tell it. */
  updatedAt: string | undefined;
  /** Ids that lead on to it. */
  formerIds: readonly string[];
  downloads: number;
  /** The mean of its stars; undefined without any. */
  rating: number | undefined;
  /** The registry that it comes from there; undefined for one of that registry itself. */
  upstream: string | undefined;
  /** Of all this. */
  digest: string;
}

/** A version as another registry shows it. */
export interface VersionReplica {
  /** The id that it has there, if it can have that here. */
  id: string | undefined;
  version: SemVer;
  metadata: VersionMetadata;
  deprecated: boolean;
  status: NodeVersionStatus;
  extractStatus: ExtractStatus;
  createdAt: string;
  /** How often each rule found something in its package, as far as the notices say it. */
  found: Readonly<Record<string, number>>;
  /** Undefined where the registry does not tell the digest. */
  package: StoredPackage | undefined;
  /** Where its package is. */
  url: string | undefined;
  /** By name; undefined leaves those that the version has. */
  appNodes: ReadonlyMap<string, AppNodeDefinition> | undefined;
}

/** Never taken from elsewhere: they are for the moderators of this registry. */
export const ownFields = ['status_detail', 'tags_admin'] as const;

/** Where replicas come from. */
export interface Origin {
  /** The URL or the folder of the source, which marks them. */
  source: string;
  /** The pass through the source that met them. */
  round: number;
  /** As of when all that the source showed was here; empty before. */
  syncedAt: string;
  /** Whether this registry has names of its own in front of the source, which nodes then show. */
  isUpstream: boolean;
}

/**
 * Whether a moderator of this registry decided on the state that a node or a version has here. The mark then keeps the
 * state that it had from the source: with the one that the source names later, the decision would be forgotten as soon
 * as both say the same.
 */
export const isOwnDecision = (here: { status: string }, mark: { status: string }): boolean =>
  here.status !== mark.status;
