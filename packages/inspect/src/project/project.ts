import type { NodeMetadata, NodeVersionMetadata } from '@patchbay/contract';

/** The text of a file of the project by its path, undefined if there is none. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** A path that is packed although an ignore file names it. */
export interface Include {
  /** Relative to the project, with slashes. */
  readonly path: string;
  /** Where the file says so. */
  readonly source: string;
}

/** What a project says about its node. */
export interface Project {
  readonly nodeId: string;
  readonly version: string;
  readonly publisherId: string | undefined;
  readonly node: NodeMetadata;
  readonly nodeVersion: NodeVersionMetadata & { readonly version: string };
  readonly includes: readonly Include[];
  /** Whether it targets a host that reads `1.0` as `1.0.0`. */
  readonly looseVersions: boolean;
}
