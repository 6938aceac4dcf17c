const LOCAL_SIGNATURE = 0x504b0304;
const DIRECTORY_SIGNATURE = Buffer.from('PK\x01\x02', 'latin1');
const HEADER_BYTES = 46;
const NAMES_MAX = 10_000;

export function isZip(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32BE(0) === LOCAL_SIGNATURE;
}

/** The names in the directory of a zip, found by the signature of its headers, so that broken ones are read too. */
export function readInnerNames(zip: Buffer): string[] {
  const names: string[] = [];
  let at = zip.indexOf(DIRECTORY_SIGNATURE);
  while (at !== -1 && at + HEADER_BYTES <= zip.length && names.length < NAMES_MAX) {
    const start = at + HEADER_BYTES;
    names.push(zip.toString('utf8', start, start + zip.readUInt16LE(at + 28)));
    at = zip.indexOf(DIRECTORY_SIGNATURE, start);
  }
  return names;
}
