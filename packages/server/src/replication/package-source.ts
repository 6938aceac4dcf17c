import type { NodeRecord } from '../store/rows/nodes.ts';
import type { VersionRecord } from '../store/rows/versions.ts';

/** How far a registry that follows another one is. Times are RFC 3339 in UTC. */
export interface SourceState {
  source: string;
  kind: 'mirror' | 'upstream';
  /** As of when all that the source shows is here; null until then. */
  syncedAt: string | null;
  /** Whether the source answered the last time. */
  isReachable: boolean;
  packagesMissing: number;
  packagesFailed: number;
}

/** The registry that this one follows, for those who read what came from there. */
export interface PackageSource {
  /** Its URL or its folder. */
  readonly name: string;
  /** The URL of the registry whose nodes it has; undefined until that is known. */
  readonly origin: string | undefined;
  readonly kind: SourceState['kind'];
  /**
   * The version with its package here, fetched now if it was not. One of this registry itself is returned as it is.
   * Throws `unavailable` if the package cannot be had.
   */
  withPackage(node: Pick<NodeRecord, 'id'>, version: VersionRecord): Promise<VersionRecord>;
  /**
   * Reads on where the last run ended, for a few seconds, and fetches packages, which goes on behind it. Resolves to when
   * the next run should be.
   */
  run(subject: string): Promise<Date | undefined>;
  state(): Promise<SourceState>;
  /** Resolves when no package is being fetched any more. The server must be ending. */
  close(): Promise<void>;
}
