import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privateModes } from '../private-files.ts';

const chunkBytes = 256 * 1024;

/**
 * A file without a name, through which a process that was started before gets one package: it holds the file open for
 * reading and needs the right to open none.
 */
export class PackageSlot {
  readonly #target: FileHandle;
  readonly #source: FileHandle;

  private constructor(target: FileHandle, source: FileHandle) {
    this.#target = target;
    this.#source = source;
  }

  /** Makes one on the disk of the folder. */
  static async open(folder: string): Promise<PackageSlot> {
    const path = join(folder, `.reader-${randomUUID()}`);
    await using stack = new AsyncDisposableStack();
    const target = stack.use(await open(path, 'wx', privateModes.file));
    stack.defer(() => rm(path, { force: true }));
    const slot = new PackageSlot(target, await open(path, 'r'));
    await rm(path);
    stack.move();
    return slot;
  }

  /** What the process inherits. */
  get descriptor(): number {
    return this.#source.fd;
  }

  /** Copies the package at `path` into it. Resolves to the SHA-256 of what the process will read, hexadecimal. */
  async fill(path: string): Promise<string> {
    await using file = await open(path, 'r');
    const hash = createHash('sha256');
    for await (const chunk of file.createReadStream({ highWaterMark: chunkBytes, autoClose: false })) {
      hash.update(chunk as Buffer);
      await this.#target.writeFile(chunk as Buffer);
    }
    return hash.digest('hex');
  }

  /** The process has it, or will not start. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#target.close(), this.#source.close()]);
  }
}
