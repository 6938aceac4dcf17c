import { open, type FileHandle } from 'node:fs/promises';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';

/** How much is read ahead at once. */
const WINDOW_BYTES = 64 * 1024;
/** The zip reader alternates between the directory and the entries; each keeps its own window. */
const WINDOWS_KEPT = 2;

/** The archive's bytes on disk, read ahead: a zip is mostly tiny reads, of which each would cost a system call. */
export class ArchiveFile extends RandomAccessReader {
  readonly bytes: number;
  readonly #handle: FileHandle;
  #windows: { start: number; content: Buffer }[] = [];

  private constructor(handle: FileHandle, bytes: number) {
    super();
    this.#handle = handle;
    this.bytes = bytes;
  }

  static async open(path: string): Promise<ArchiveFile> {
    const handle = await open(path, 'r');
    return new ArchiveFile(handle, (await handle.stat()).size);
  }

  /** What the zip reader calls; it takes fewer bytes than asked for as the end of the file. */
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

  /** The bytes from `start` to `end`, the latter not included; fewer where the file is shorter. */
  async readRange(start: number, end: number): Promise<Buffer> {
    const kept = this.#windows.find(
      (window) => window.start <= start && end <= window.start + window.content.length,
    );
    if (kept !== undefined) return kept.content.subarray(start - kept.start, end - kept.start);
    const content = await this.#readAt(start, Math.max(end - start, WINDOW_BYTES));
    this.#windows = [{ start, content }, ...this.#windows].slice(0, WINDOWS_KEPT);
    return content.subarray(0, end - start);
  }

  /** The same range a chunk at a time. */
  async *streamRange(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end;) {
      const chunk = await this.#readAt(position, Math.min(end - position, WINDOW_BYTES));
      if (chunk.length === 0) return;
      yield chunk;
      position += chunk.length;
    }
  }

  async #readAt(start: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#handle.read(Buffer.allocUnsafe(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
