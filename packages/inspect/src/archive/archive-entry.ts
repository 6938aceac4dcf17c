/** One entry of an archive; sizes in bytes. A folder's name ends in "/" and it has no content. */
export interface ArchiveEntry {
  name: string;
  isDirectory: boolean;
  packedBytes: number;
  unpackedBytes: number;
}

/** An entry with what is needed to find and verify its content; offsets in bytes from the start of the file. */
export interface PlacedEntry extends ArchiveEntry {
  method: number;
  flags: number;
  crc32: number;
  headerStart: number;
  dataStart: number;
}

export const METHOD = { stored: 0, deflated: 8 };

/** Bits of the general purpose flag. `descriptor`: sizes and checksum follow the content. */
export const FLAG = { encrypted: 0x1, descriptor: 0x8, patched: 0x20, strong: 0x40, masked: 0x2000 };
