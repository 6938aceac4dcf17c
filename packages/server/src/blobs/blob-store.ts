import type { Readable } from 'node:stream';
import type { UploadGrant } from './upload-signature.ts';

/** A package on its way in: on the disk of this machine, not yet in its place in the store. */
export interface StagedBlob extends AsyncDisposable {
  /** A file to read it from. */
  readonly path: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  /** Puts it into the store, durably; until then nothing in the store has changed. */
  commit(key: string): Promise<void>;
}

/** A package of the store as a file of this machine, until it is disposed. */
export interface LocalBlob extends AsyncDisposable {
  readonly path: string;
}

/**
 * What its publisher put straight into the store. The address it came by stays good for a while, so every step
 * is about the bytes first seen: once others came in their place it fails with BlobChangedError.
 */
export interface Arrival {
  /** Copies it to the disk, where it is measured; over `bytesMax` it fails with BlobTooLargeError, unread. */
  stage(bytesMax: number): Promise<StagedBlob>;
  /** Copies it aside, to where nothing is served from. */
  quarantine(): Promise<void>;
  /** Removes it from where it arrived, whatever lies there by now. */
  clear(): Promise<void>;
}

/** Where packages are kept. Whatever a store that is away cannot do fails with BlobsAwayError, or as the disk fails. */
export interface BlobStore {
  /**
   * The address, good until `grant.expires`, to which the package may be put with one of `contentTypes`. Where the
   * store takes the package itself it binds the type only when there is one, and never the length.
   */
  signUpload(grant: UploadGrant, contentTypes: readonly string[]): Promise<string>;
  /** Streams a package to the disk, at most `bytesMax`; disposing it leaves nothing behind. */
  stage(source: Readable, bytesMax: number): Promise<StagedBlob>;
  /** The bytes from `start` to `end`, both included. Fails when there is no such blob. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** The blob as a file to read at random. Fails when there is no such blob. */
  fetch(key: string): Promise<LocalBlob>;
  /** Removes a blob that nothing refers to; one that is not there is fine. */
  remove(key: string): Promise<void>;
  /** Resolves when packages can be read and written. */
  check(): Promise<void>;
  /** What came for a version by a grant of this token, or undefined. Present where uploads go past this server. */
  readonly findArrival?: (grant: Pick<UploadGrant, 'versionId' | 'tokenId'>) => Promise<Arrival | undefined>;
  /** An address for anyone, good for minutes, that names the file `fileName`. Present where the store serves by itself. */
  readonly signDownload?: (key: string, fileName: string) => Promise<string>;
}

/** A store of packages for who reads it whole and does nothing else; `check` is of reading alone. */
export type BlobReader = Pick<BlobStore, 'open' | 'check'>;

/** The stream was longer than it may be. */
export class BlobTooLargeError extends Error {}

/** There is no such blob. */
export class BlobMissingError extends Error {}

/** Other bytes came meanwhile. */
export class BlobChangedError extends Error {}
