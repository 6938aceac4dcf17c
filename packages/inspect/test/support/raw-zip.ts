import { crc32, deflateRawSync } from 'node:zlib';

/** The fields that both headers of an entry state. */
export interface RawHeader {
  name: Buffer;
  version: number;
  flags: number;
  method: number;
  crc32: number;
  packedBytes: number;
  unpackedBytes: number;
  extra: Buffer;
}

/** An entry to write; what is not given is what an honest writer would have written. */
export interface RawEntry {
  name: string | Buffer;
  content?: string | Buffer;
  /** The bytes to put in the file in place of the deflated content. */
  packed?: Buffer;
  /** Stated in both headers. */
  header?: Partial<RawHeader>;
  /** Stated at the content only. */
  local?: Partial<RawHeader>;
  /** Stated in the directory only. */
  listed?: Partial<RawHeader> & { mode?: number; attributes?: number; headerStart?: number };
  /** Bytes behind the content: a descriptor, or something hidden. */
  after?: Buffer;
}

/** How the archive ends; what is not given is what an honest writer would have written. */
export interface RawEnd {
  disk?: number;
  entryCount?: number;
  entriesOnDisk?: number;
  directoryBytes?: number;
  directoryStart?: number;
  comment?: Buffer;
  /** Bytes between the directory and the end record, such as a 64-bit record. */
  before?: (place: { entryCount: number; directoryStart: number; directoryBytes: number }) => Buffer;
}

export const DEFLATED = 8;
export const UTF8_FLAG = 0x800;
export const DESCRIPTOR_FLAG = 0x8;

/** Writes a zip byte by byte, true to the format except where told otherwise. */
export const writeRawZip = (entries: readonly RawEntry[], end: RawEnd = {}): Buffer => {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const entry of entries) {
    const packed = entry.packed ?? deflateRawSync(entry.content ?? '');
    const header = { ...honestHeader(entry, packed), ...entry.header };
    const written = Buffer.concat([
      writeLocalHeader({ ...header, ...entry.local }),
      packed,
      entry.after ?? Buffer.alloc(0),
    ]);
    contents.push(written);
    directory.push(writeDirectoryHeader({ headerStart: position, ...header, ...entry.listed }));
    position += written.length;
  }
  const listed = Buffer.concat(directory);
  const place = { entryCount: entries.length, directoryStart: position, directoryBytes: listed.length };
  const before = end.before?.(place) ?? Buffer.alloc(0);
  return Buffer.concat([...contents, listed, before, writeEnd({ ...place, ...end })]);
};

/** One field of a header's extra part: little-endian id and length, then the data. */
export const writeExtra = (id: number, data: Buffer): Buffer =>
  Buffer.concat([u16(id), u16(data.length), data]);

export const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

export const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

const honestHeader = (entry: RawEntry, packed: Buffer): RawHeader => {
  const content = Buffer.from(entry.content ?? '');
  return {
    name: Buffer.from(entry.name),
    version: 20,
    flags: UTF8_FLAG,
    method: DEFLATED,
    crc32: crc32(content),
    packedBytes: packed.length,
    unpackedBytes: content.length,
    extra: Buffer.alloc(0),
  };
};

const writeLocalHeader = (header: RawHeader): Buffer => {
  const signature = Buffer.from('PK\x03\x04', 'latin1');
  return Buffer.concat([signature, ...sharedFields(header), header.name, header.extra]);
};

const writeDirectoryHeader = (
  header: RawHeader & { headerStart: number; mode?: number; attributes?: number },
): Buffer => {
  const { mode = 0, attributes = mode * 0x10000, headerStart } = header;
  const madeByUnix = u16(0x0314);
  const commentBytes = u16(0);
  const disk = u16(0);
  const internalAttributes = u16(0);
  return Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    madeByUnix,
    ...sharedFields(header),
    commentBytes,
    disk,
    internalAttributes,
    u32(attributes),
    u32(headerStart),
    header.name,
    header.extra,
  ]);
};

const sharedFields = (header: RawHeader): Buffer[] => {
  const dosTime = u16(0);
  const dosDate = u16(0x0021);
  return [
    u16(header.version),
    u16(header.flags),
    u16(header.method),
    dosTime,
    dosDate,
    u32(header.crc32),
    u32(header.packedBytes),
    u32(header.unpackedBytes),
    u16(header.name.length),
    u16(header.extra.length),
  ];
};

const writeEnd = (
  end: RawEnd & { entryCount: number; directoryStart: number; directoryBytes: number },
): Buffer => {
  const { disk = 0, entriesOnDisk = end.entryCount, comment = Buffer.alloc(0) } = end;
  return Buffer.concat([
    Buffer.from('PK\x05\x06', 'latin1'),
    u16(disk),
    u16(disk),
    u16(entriesOnDisk),
    u16(end.entryCount),
    u32(end.directoryBytes),
    u32(end.directoryStart),
    u16(comment.length),
    comment,
  ]);
};
