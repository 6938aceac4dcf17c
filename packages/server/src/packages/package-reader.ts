import type { Inspection, Objection, PackageContents, PublishedMetadata, Verdict } from '@patchbay/inspect';

/** Reading the package failed, for whatever reason. */
export class ReadFailedError extends Error {}

/** The package took too long or too much memory to read. */
export class TooHeavyError extends ReadFailedError {}

/** What is to be inspected, and for whom. */
export interface InspectionRequest extends Omit<Inspection, 'path'> {
  path: string;
  /** Those who wait take turns: first the networks that sent the packages, then their publishers. */
  network: string;
  publisherId: string;
}

/** The reader process was killed from outside: the package took too much memory, or an operator killed the process. */
export class ReaderLostError extends TooHeavyError {}

/** Reads packages: in processes of their own on a server, in this process where nothing hostile is read. */
export interface PackageReader {
  /** How many packages it reads at once, besides those that it inspects. */
  readonly processesMax: number;
  /** Running and waiting tasks, and processes killed since startup because a task was too heavy. */
  readonly load: { busy: number; waiting: number; killed: number };
  /** Gets ready for the first package, so that its publisher does not wait for a process to start. */
  prepare(): void;
  /** A publisher waits for it: others that are read do not hold it up. Throws TooHeavyError and TurnLateError. */
  inspect(inspection: InspectionRequest): Promise<Objection>;
  /** Resolves to undefined when the file is not the one with this digest. Throws ReadFailedError. */
  check(path: string, sha256: string, published?: PublishedMetadata): Promise<Verdict | undefined>;
  /** Resolves to undefined when the file is not the one with this digest. Throws ReadFailedError. */
  extract(path: string, sha256: string): Promise<PackageContents | undefined>;
  /** A task under way may fail. */
  close(): void;
}
