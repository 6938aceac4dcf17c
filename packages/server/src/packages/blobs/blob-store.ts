import type { Readable } from 'node:stream';
import { BlobsAwayError } from '../../errors.ts';
import type { UploadGrant } from './upload-signature.ts';

/** A package on its way in: on this machine's disk, not yet in the store. */
export interface StagedBlob extends AsyncDisposable {
  /** A file from which to read it. */
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  /** Puts it durably into the store. Until then, nothing in the store has changed. */
  commit(key: string): Promise<void>;
}

/** A package of the store as a local file, until it is disposed. */
export interface LocalBlob extends AsyncDisposable {
  readonly path: string;
}

/** A package as the store lists it. */
export interface ListedBlob {
  key: string;
  storedAt: Date;
}

/** A file of a package on its way in whose process ended before it was stored. */
export interface Leftover {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * A package that its publisher sent directly to the store. The upload URL stays valid for a while, so every step
 * refers to the bytes first seen and fails with BlobChangedError if they were overwritten.
 */
export interface Arrival {
  /**
   * Copies it to disk, where it is measured. If it is larger than `bytesMax`, fails with BlobTooLargeError without
   * reading it.
   */
  stage(bytesMax: number): Promise<StagedBlob>;
  /** Copies it to a location from which nothing is served. */
  quarantine(): Promise<void>;
  /** Removes it from the upload location, even if other bytes are there by now. */
  clear(): Promise<void>;
}

/** The package store. If the store is unavailable, calls fail with BlobsAwayError or with a file system error. */
export interface BlobStore {
  /**
   * The upload URL for one of `contentTypes`, valid until `grant.expires`. A store that receives the upload itself
   * binds the content type only if there is exactly one, and never binds the length.
   */
  signUpload(grant: UploadGrant, contentTypes: readonly string[]): Promise<string>;
  /**
   * Streams a package of at most `bytesMax` to disk. Disposing it leaves nothing behind. `take` is told what is about
   * to be written, and what it throws ends the upload.
   */
  stage(source: Readable, bytesMax: number, take?: (bytes: number) => void): Promise<StagedBlob>;
  /** The bytes from `start` to `end`, both included. Fails if there is no such blob. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** The blob as a file for random access. Fails if there is no such blob. */
  fetch(key: string): Promise<LocalBlob>;
  /** The size of a blob in bytes, or undefined if there is none. */
  measure(key: string): Promise<number | undefined>;
  /** All blobs behind the key `after`, in an order that the store always keeps. An empty key is before all. */
  list(after: string): AsyncIterable<ListedBlob>;
  /** What processes that ended left behind on this machine. */
  leftovers(): AsyncIterable<Leftover>;
  /** Removes a blob without references. Does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** Resolves if packages can be read and written. */
  check(): Promise<void>;
  /** The upload for a version with a grant of this token, or undefined. Present if uploads bypass this server. */
  readonly findArrival?: (grant: Pick<UploadGrant, 'versionId' | 'tokenId'>) => Promise<Arrival | undefined>;
  /**
   * A public URL, valid for minutes, that sets the file name `fileName`. Present if the store serves downloads itself.
   */
  readonly signDownload?: (key: string, fileName: string) => Promise<string>;
}

/** The parts of a package store for callers that only read whole packages. `check` only checks reading. */
export type BlobReader = Pick<BlobStore, 'open' | 'check'>;

/** The stream exceeded its limit. */
export class BlobTooLargeError extends Error {}

/** There is no such blob. */
export class BlobMissingError extends Error {}

/** The bytes were overwritten in the meantime. */
export class BlobChangedError extends Error {}

/** File system codes that one file can have while others are readable. */
const ofOneFile = new Set(['EACCES', 'EIO', 'EISDIR', 'ENOTDIR', 'EPERM']);

/**
 * Handles an error by which one package or file cannot be read, and is told what is wrong: `is missing`, or `cannot be
 * read (EIO)`. Any other error says nothing of the file and is thrown again.
 */
export const ifUnreadable =
  <Result>(handle: (fault: string) => Result) =>
  (error: unknown): Result => {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof BlobMissingError || code === 'ENOENT') return handle('is missing');
    if (ofOneFile.has(code)) return handle(`cannot be read (${code})`);
    throw error;
  };

/** As `ifUnreadable`, also of an error of a store that still answers: then one object of it cannot be read. */
export const describeUnreadable = async (
  { check }: Pick<BlobReader, 'check'>,
  error: unknown,
): Promise<string> => {
  try {
    return ifUnreadable((fault) => fault)(error);
  } catch {
    const { code, cause } = error as NodeJS.ErrnoException;
    if (code === undefined && !(error instanceof BlobsAwayError)) throw error;
    await check().catch(() => {
      throw error;
    });
    const { $metadata, name = code } = (cause ?? {}) as {
      name?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const status = $metadata?.httpStatusCode;
    return `cannot be read (${status === undefined ? name : `HTTP ${status}`})`;
  }
};

/**
 * The key of a version's package in the store. It includes the digest, so that two concurrent uploads for one version
 * never collide. The database decides which of them counts.
 */
export const packageKey = (
  { packageFolder, key }: { packageFolder: string; key: string },
  versionId: string,
  sha256: string,
): string => `${packageFolder}/${key}/${versionId}-${sha256}.zip`;

/** As `packageKey`, of a package as its rows describe it. */
export const keyOfPackage = (stored: {
  packageFolder: string;
  nodeKey: string;
  versionId: string;
  sha256: string;
}): string =>
  packageKey({ packageFolder: stored.packageFolder, key: stored.nodeKey }, stored.versionId, stored.sha256);
