/** What the lock file says of one node in its folder. */
export interface InstalledNode {
  /** The URL of the registry that it came from. */
  readonly registry: string;
  readonly version: string;
  /** The version or range that was asked for, if any; an update stays within it. */
  readonly requested?: string | undefined;
  /** Of the package, in hexadecimal. */
  readonly sha256: string;
  /** The size of the package. */
  readonly bytes: number;
  /** The SHA-256 of each file, by its path in the node's folder. */
  readonly files: ReadonlyMap<string, string>;
}
