import type { Readable } from 'node:stream';
import type { AppNodeDefinition } from '@patchbay/contract';
import type { VersionReplica } from '../lifecycle/replica/resources.ts';
import type { Form } from './read-resources.ts';

/** What the source said instead of an answer that can be used. It may be otherwise later. */
export class SourceError extends Error {
  /** After how many seconds it wants to be asked again, if it said that. */
  readonly retryAfterSeconds: number;

  constructor(
    message: string,
    { retryAfterSeconds = 0, cause }: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The source does not know the position any more, for example because it was restored from a backup. */
export class PositionLostError extends SourceError {
  /** The position from which all of it is read again. */
  readonly beginning: string;

  constructor(message: string, beginning = '{}') {
    super(message);
    this.beginning = beginning;
  }
}

/** Nodes of a source that are to be written, and where to go on behind them. */
export interface Portion {
  /** As the source sent them, in its order; or only their ids, to be asked for. */
  nodes: readonly (string | object)[];
  /** Of these versions, the app-nodes may have changed: numbers by the key of the node; undefined where that is not told. */
  touched: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Of nodes that are told by their ids: the ids that they had before, by key. */
  formerIds: ReadonlyMap<string, readonly string[]>;
  /** As JSON. */
  position: string;
  /** Whether the source has more at once. */
  hasMore: boolean;
  /** Whether it is of a pass through all nodes of the source, and not of what changed lately. */
  isWhole: boolean;
  /** Whether the pass through all nodes ends with it, so that what was not told is gone. */
  endsPass: boolean;
}

/** Of the versions that a registry shows to anyone. */
export const publicStatuses = [
  'NodeVersionStatusActive',
  'NodeVersionStatusBanned',
  'NodeVersionStatusDeleted',
  'NodeVersionStatusFlagged',
] as const;

type AppNodes = ReadonlyMap<string, AppNodeDefinition>;

/** A version whose app-nodes are read when they are written: those of all versions of a node may exceed the memory. */
export type ToldVersion = Omit<VersionReplica, 'appNodes'> & {
  /** Undefined where they were not wanted. */
  readAppNodes: (() => AppNodes | Promise<AppNodes>) | undefined;
};

/** What is read of a node besides itself. */
export interface VersionsOfNode {
  versions: readonly ToldVersion[];
  /** What was sent and cannot be held, each in a clause. */
  faults: readonly string[];
}

/** A package to open, which may have at most so many bytes. */
export interface WantedPackage {
  url: string | null;
  sha256: string | undefined;
  bytesMax: number;
  /** Ends the download. */
  signal: AbortSignal;
}

export type Gone = 'NodeStatusDeleted' | 'NodeStatusBanned';

/** A registry, or a set of one in a folder, that can be read. All but `openPackage` throw SourceError. */
export interface Source {
  /** Its URL or its folder. */
  readonly name: string;
  /** The URL of the registry whose nodes it has; undefined until that is known. */
  readonly origin: string | undefined;
  readonly form: Form;
  /** What follows a position, `{}` at the beginning. Throws PositionLostError. */
  next(position: string): Promise<Portion>;
  /** A node by its id, which the source itself has told before. */
  node(id: string): Promise<object | Gone>;
  /**
   * All versions of a node. App-nodes can be read of those that `wants` them. Throws UnusableError if they are more than
   * can be held.
   */
  versions(
    nodeId: string,
    wants: (version: Omit<VersionReplica, 'appNodes'>) => boolean | Promise<boolean>,
  ): Promise<VersionsOfNode>;
  /** The bytes of a package. Throws OutboundError. */
  openPackage(wanted: WantedPackage): Promise<Readable>;
}
