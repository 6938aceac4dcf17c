import type { Readable } from 'node:stream';
import type { UploadGrant } from './upload-signature.ts';

/** A package on its way in: on the disk of this machine, not yet in the store. */
export interface StagedBlob extends AsyncDisposable {
  /** A file to read it from. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Puts it into the store, durably; until then nothing in the store has changed. */
  commit(key: string): Promise<void>;
}

/** A package of the store as a file of this machine, until it is disposed. */
export interface LocalBlob extends AsyncDisposable {
  readonly path: string;
}

/** Where packages are kept. */
export interface BlobStore {
  /** The address, good until `grant.expires`, to which the package may be put. */
  signUpload(grant: UploadGrant): string;
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
}

/** The stream was longer than it may be. */
export class BlobTooLargeError extends Error {}
