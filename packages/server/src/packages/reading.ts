import type { PackageReading, Published } from '@patchbay/inspect';

/** What one reading may take, in milliseconds. */
export interface ReadingBudget {
  /** Processor time in all. */
  processorMs: number;
  /** Processor time until the archive is known to be sound. */
  soundMs: number;
  /** Time on the clock besides: waiting for a processor or for the disk. */
  waitMs: number;
  /** Whether it runs at the low priority, which leaves the processors to requests. */
  isLow: boolean;
}

export interface ReadingRequest {
  /** Whose package it is. One process reads packages of one account only. */
  account: string;
  path: string;
  sha256: string;
  published: Published;
  budget: ReadingBudget;
}

/** Reads packages: in processes of their own on a server, in this process where nothing hostile is read. */
export interface PackageReader {
  /** Whether the system cuts its processes off; false where packages are read in this process. */
  readonly isIsolated: Promise<boolean>;
  /** How many packages are read at once. */
  readonly processesMax: number;
  /** Readings under way and waiting, processes, and processes killed since startup because a package was too heavy. */
  readonly load: { busy: number; waiting: number; processes: number; killed: number };
  /**
   * Resolves to undefined if the file does not have this digest. Throws a ReadFailedError, a BusyError if too many
   * packages wait, and the errors of the disk.
   */
  read(request: ReadingRequest): Promise<PackageReading | undefined>;
  /** Readings under way may fail. */
  close(): void;
}

/** Reading the package failed, for whatever reason. */
export class ReadFailedError extends Error {
  /** Whether the archive was known by then to be sound and of its version. */
  isSound = false;
}

/** The package took more than its budget, or too much memory. */
export class TooHeavyError extends ReadFailedError {}

/** The process was killed from outside: the package took too much memory, or an operator killed it. */
export class ReaderLostError extends TooHeavyError {}

/** What a reader sent is no reply. */
export class BadReplyError extends ReadFailedError {}
