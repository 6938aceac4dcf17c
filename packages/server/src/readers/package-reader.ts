import type { Extraction, Inspection, Objection, PublishedMetadata, Verdict } from '@patchbay/inspect';

/** The package took too long or too much memory to read. */
export class TooHeavyError extends Error {}

/** The process that read the package ended before its time: the package was too heavy, or somebody killed the process. */
export class ReaderLostError extends TooHeavyError {}

/** Reads packages: in processes of their own on a server, in this process where nothing hostile is read. */
export interface PackageReader {
  /** How many packages it reads at once. */
  readonly processesMax: number;
  /** Running and waiting tasks, and processes killed since startup because a task was too heavy. */
  readonly load: { busy: number; waiting: number; killed: number };
  /** A publisher waits for it: it comes before the others. Throws TooHeavyError. */
  inspect(inspection: Inspection): Promise<Objection>;
  /** Resolves to undefined when the file is not the one with this digest. Throws TooHeavyError. */
  check(path: string, sha256: string, published?: PublishedMetadata): Promise<Verdict | undefined>;
  /** Throws TooHeavyError. */
  extract(path: string): Promise<Extraction>;
  /** A task under way may fail. */
  close(): void;
}
