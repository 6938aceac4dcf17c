import { read } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { RandomAccessReader } from 'yauzl';

const CHUNK_BYTES = 64 * 1024;

/** The archive's bytes on disk, in the form the zip reader asks for them. */
export class ArchiveFile extends RandomAccessReader {
  readonly bytes: number;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, bytes: number) {
    super();
    this.#handle = handle;
    this.bytes = bytes;
  }

  static async open(path: string): Promise<ArchiveFile> {
    const handle = await open(path, 'r');
    return new ArchiveFile(handle, (await handle.stat()).size);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    read(this.#handle.fd, buffer, offset, length, position, callback);
  }

  /** The bytes from `start` to `end`, the latter not included; fewer where the file is shorter. */
  async readRange(start: number, end: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  }

  /** The same range a chunk at a time. */
  async *streamRange(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end;) {
      const chunk = await this.readRange(position, Math.min(position + CHUNK_BYTES, end));
      if (chunk.length === 0) return;
      yield chunk;
      position += chunk.length;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
