import { close, fstat, open, read } from 'node:fs';
import { callbackify, promisify } from 'node:util';
import { RandomAccessReader } from 'yauzl';
import type { PackageFile } from './package-file.ts';

/** How much is read ahead at once. */
const WINDOW_BYTES = 64 * 1024;
/** The zip reader alternates between the directory and the entries; each keeps its own window. */
const WINDOWS_KEPT = 2;

const system = {
  open: promisify(open),
  fstat: promisify(fstat),
  read: promisify(read),
  close: promisify(close),
};

/**
 * The bytes of the archive on disk, with read-ahead: a zip is read in many tiny pieces, each of which would cost a
 * system call.
 */
export class ArchiveFile extends RandomAccessReader {
  readonly bytes: number;
  readonly #descriptor: number;
  readonly #isOurs: boolean;
  #windows: { start: number; content: Buffer }[] = [];

  private constructor(descriptor: number, isOurs: boolean, bytes: number) {
    super();
    this.#descriptor = descriptor;
    this.#isOurs = isOurs;
    this.bytes = bytes;
  }

  static async open(file: PackageFile): Promise<ArchiveFile> {
    const isOurs = typeof file === 'string';
    const descriptor = isOurs ? await system.open(file, 'r') : file;
    return new ArchiveFile(descriptor, isOurs, (await system.fstat(descriptor)).size);
  }

  /** The zip reader calls this. It takes fewer bytes than requested for the end of the file. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead: number) => void,
  ): void {
    callbackify(async () => {
      const bytes = await this.readRange(position, position + length);
      return bytes.copy(target, offset);
    })(callback);
  }

  /** The bytes from `start` to `end` (exclusive); fewer if the file is shorter. */
  async readRange(start: number, end: number): Promise<Buffer> {
    const kept = this.#windows.find(
      (window) => window.start <= start && end <= window.start + window.content.length,
    );
    if (kept !== undefined) return kept.content.subarray(start - kept.start, end - kept.start);
    const content = await this.#readAt(start, Math.max(end - start, WINDOW_BYTES));
    this.#windows = [{ start, content }, ...this.#windows].slice(0, WINDOWS_KEPT);
    return content.subarray(0, end - start);
  }

  /** The same range in chunks. */
  async *streamRange(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end;) {
      const chunk = await this.#readAt(position, Math.min(end - position, WINDOW_BYTES));
      if (chunk.length === 0) return;
      yield chunk;
      position += chunk.length;
    }
  }

  async #readAt(start: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await system.read(
      this.#descriptor,
      Buffer.allocUnsafe(length),
      0,
      length,
      start,
    );
    return buffer.subarray(0, bytesRead);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOurs) await system.close(this.#descriptor);
  }
}
