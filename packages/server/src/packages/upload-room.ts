import { statfs } from 'node:fs/promises';

/** There is no room for another upload now. The same upload can be taken later. */
export class UploadRoomFullError extends Error {}

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

/** A place for one upload, until it is disposed. */
export interface UploadPlace extends AsyncDisposable {
  /** Whether another upload for the same version came first, so that much may have changed. */
  readonly hasWaited: boolean;
  /** To be told before bytes are written. Throws an UploadRoomFullError. */
  take(bytes: number): void;
}

/**
 * Says which uploads this process takes at once: one for each version, and so many and so large ones that no publisher
 * leaves none for the others. What counts is what was written, so that an upload that drips takes no room.
 */
export class UploadRoom {
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

  /**
   * Resolves once no other upload for the version is under way. Throws an UploadRoomFullError at once if there is no
   * room for one of so many bytes.
   */
  async enter(publisherId: string, versionId: string, bytes = 0): Promise<UploadPlace> {
    const own = this.#publishers.get(publisherId) ?? { uploads: 0, bytes: 0 };
    if (this.#all.uploads >= this.#bounds.uploads) throw full();
    if (own.uploads >= this.#bounds.uploadsOfPublisher) throw full();
    this.#requireRoom(own, bytes);
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
      await this.#requireDisk(bytes);
    } catch (error) {
      leave();
      throw error;
    }
    return {
      hasWaited: before !== undefined,
      take: (more) => {
        this.#requireRoom(own, more);
        written += more;
        for (const use of uses) use.bytes += more;
      },
      [Symbol.asyncDispose]: async () => leave(),
    };
  }

  #requireRoom(own: Use, bytes: number): void {
    const isOver =
      this.#all.bytes + bytes > this.#bounds.bytes || own.bytes + bytes > this.#bounds.bytesOfPublisher;
    if (isOver) throw full();
  }

  async #requireDisk(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize - bytes < this.#bounds.freeBytesMin) throw full();
  }
}

const full = (): UploadRoomFullError => new UploadRoomFullError('there is no room for another upload');
