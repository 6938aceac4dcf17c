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

  private constructor(target: FileHandle) {
    this.#target = target;
  }

  /** Makes one on the disk of the folder, for what `start` starts, which takes it from its path. */
  static async open<Started>(
    folder: string,
    start: (path: string) => Promise<Started>,
  ): Promise<[PackageSlot, Started]> {
    const path = join(folder, randomUUID());
    await using stack = new AsyncDisposableStack();
    const target = stack.use(await open(path, 'wx', privateModes.file));
    stack.defer(() => rm(path, { force: true }));
    const started = await start(path);
    stack.move();
    return [new PackageSlot(target), started];
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
    await this.#target.close();
  }
}
