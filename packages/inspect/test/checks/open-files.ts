import { buffer } from 'node:stream/consumers';
import { ArchiveRefusal } from '../../src/archive/archive-refusal.ts';
import type { Archive } from '../../src/archive/read-archive.ts';

/** An archive in memory; a file without content cannot be read. */
export const openFiles = (files: Record<string, Uint8Array | undefined>): Archive => {
  const entries = Object.entries(files).map(([name, content]) => ({
    name,
    isDirectory: false,
    packedBytes: 0,
    unpackedBytes: content?.length ?? 1,
  }));
  const stream = async function* (name: string): AsyncGenerator<Buffer> {
    const content = files[name];
    if (content === undefined) throw new ArchiveRefusal('checksum-mismatch', name);
    yield Buffer.from(content);
  };
  return {
    entries: new Map(entries.map((entry) => [entry.name, entry])),
    isVerified: false,
    stream,
    read: (name) => buffer(stream(name)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
};
