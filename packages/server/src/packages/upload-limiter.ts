import { limits } from '@patchbay/contract';
import type { Config } from '../config.ts';
import { freeBytes } from '../free-bytes.ts';
import { BusyError } from '../limits/semaphore.ts';

interface Bounds {
  /** How many uploads may be under way at once, and how many of them of one publisher. */
  uploads: number;
  uploadsOfPublisher: number;
  /** What all of them may have written to the disk, and those of one publisher. */
  bytes: number;
  bytesOfPublisher: number;
  /** What they leave free on the disk. */
  freeBytesMin: number;
}

interface Use {
  uploads: number;
  bytes: number;
}

/** One upload, until it is disposed. */
export interface LimitedUpload extends AsyncDisposable {
  /** Whether another upload for the same version came first, so that much may have changed. */
  readonly hasWaited: boolean;
  /** To be told before bytes are written. Throws a BusyError. */
  take(bytes: number): void;
}

/**
 * Limits the uploads of this process: one at a time for each version, and so many and so large ones that no publisher
 * takes all there is. What counts is what was written, so that an upload that drips keeps no other out.
 */
export class UploadLimiter {
  readonly #bounds: Bounds;
  readonly #folder: string;
  readonly #all: Use = { uploads: 0, bytes: 0 };
  readonly #publishers = new Map<string, Use>();
  /** The end of the last upload for a version. */
  readonly #versions = new Map<string, Promise<void>>();

  constructor(folder: string, bounds: Bounds) {
    this.#folder = folder;
    this.#bounds = bounds;
  }

  get load(): Readonly<Use> {
    return this.#all;
  }

  /** Resolves once no other upload for the version is under way. Rejects with a BusyError beyond a bound. */
  async enter(publisherId: string, versionId: string, bytes = 0): Promise<LimitedUpload> {
    const own = this.#publishers.get(publisherId) ?? { uploads: 0, bytes: 0 };
    const { uploads, uploadsOfPublisher } = this.#bounds;
    if (this.#all.uploads >= uploads || own.uploads >= uploadsOfPublisher) throw full();
    this.#requireBytes(own, bytes);
    this.#publishers.set(publisherId, own);
    const uses = [this.#all, own];
    for (const use of uses) use.uploads += 1;
    const before = this.#versions.get(versionId);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#versions.set(versionId, promise);
    let written = 0;
    const leave = (): void => {
      for (const use of uses) {
        use.uploads -= 1;
        use.bytes -= written;
      }
      if (own.uploads === 0) this.#publishers.delete(publisherId);
      if (this.#versions.get(versionId) === promise) this.#versions.delete(versionId);
      resolve();
    };
    try {
      await before;
      if (!(await this.hasSpace(bytes))) throw new BusyError('This server has too little space for packages');
    } catch (error) {
      leave();
      throw error;
    }
    return {
      hasWaited: before !== undefined,
      take: (more) => {
        this.#requireBytes(own, more);
        written += more;
        for (const use of uses) use.bytes += more;
      },
      [Symbol.asyncDispose]: async () => leave(),
    };
  }

  #requireBytes(own: Use, bytes: number): void {
    const isOver =
      this.#all.bytes + bytes > this.#bounds.bytes || own.bytes + bytes > this.#bounds.bytesOfPublisher;
    if (isOver) throw full();
  }

  /** Whether the disk has these bytes besides what is to be left free. */
  async hasSpace(bytes: number): Promise<boolean> {
    return (await freeBytes(this.#folder)) - bytes >= this.#bounds.freeBytesMin;
  }
}

const full = (): BusyError => new BusyError('Too many packages are on their way to this server');

/** Its share of what the processes of this server may take. A package of the largest size always fits. */
export const openUploadLimiter = (config: Config): UploadLimiter => {
  const share = config.STAGING_BYTES_MAX / config.WORKERS;
  const location = config.PACKAGES_URL;
  return new UploadLimiter(location?.kind === 'file' ? location.folder : config.DATA_DIR, {
    uploads: limits.uploadsMax,
    uploadsOfPublisher: limits.uploadsOfPublisherMax,
    bytes: Math.max(share, config.PACKAGE_BYTES_MAX),
    bytesOfPublisher: Math.max(share / 4, config.PACKAGE_BYTES_MAX),
    freeBytesMin: config.STAGING_FREE_BYTES_MIN,
  });
};
