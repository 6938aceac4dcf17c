export interface DecodedText {
  /** With a fault, only what is legible. */
  text: string;
  /** Absent if every byte was text in the encoding that was found. */
  fault?: 'unknown encoding' | 'other bytes';
}

/** https://peps.python.org/pep-0263/, which pip follows in requirements as well. Only a comment may come before it. */
const declaration = /^(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)/;
const declarationBytesMax = 1024;

/** Longer marks first: that of UTF-16 is the start of that of UTF-32. */
const marks = [
  { mark: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { mark: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/**
 * What https://docs.python.org/3/library/codecs.html#standard-encodings calls an encoding that
 * https://encoding.spec.whatwg.org/#names-and-labels calls otherwise.
 */
const labels: Readonly<Record<string, string>> = {
  u8: 'utf-8',
  'utf-8-sig': 'utf-8',
  cp65001: 'utf-8',
  cp874: 'windows-874',
  cp932: 'shift_jis',
  'ms-kanji': 'shift_jis',
  's-jis': 'shift_jis',
  cp936: 'gbk',
  'euc-cn': 'gbk',
  cp949: 'euc-kr',
  euckr: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  hkscs: 'big5',
  eucjp: 'euc-jp',
  ujis: 'euc-jp',
};
/** Here a byte is the code of its character. The standard of browsers takes these names for windows-1252. */
const byteIsCode = /^(?:iso-?8859-1|latin-?1|l1|8859|cp819)$/;
const isAscii = /^(?:us-?ascii|ascii|646)$/;

/** Whether the text begins with the mark of an encoding, so that zero bytes can be part of its characters. */
export const hasMark = (bytes: Uint8Array): boolean => findMark(bytes) !== undefined;

interface Bytes {
  /** Whether only the start of a file was read, so that its last character may be cut in two. */
  readonly isCut?: boolean;
}

/** A text in UTF-8, or in the encoding of its byte order mark. */
export const decodeText = (bytes: Uint8Array, { isCut = false }: Bytes = {}): DecodedText => {
  const found = findMark(bytes);
  return found === undefined
    ? decodeAs('utf-8', bytes, isCut)
    : decodeAs(found.encoding, bytes.subarray(found.mark.length), isCut);
};

/** As `decodeText`, but a comment in its first two lines may declare another encoding, as in Python and for pip. */
export const decodeDeclaredText = (bytes: Uint8Array, { isCut = false }: Bytes = {}): DecodedText => {
  if (hasMark(bytes)) return decodeText(bytes, { isCut });
  const [, declared = 'utf-8'] = declaration.exec(codesOf(bytes.subarray(0, declarationBytesMax))) ?? [];
  return decodeAs(declared.toLowerCase().replaceAll('_', '-'), bytes, isCut);
};

const findMark = (bytes: Uint8Array) =>
  marks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));

const decodeAs = (name: string, bytes: Uint8Array, isCut: boolean): DecodedText => {
  if (byteIsCode.test(name)) return { text: codesOf(bytes) };
  if (isAscii.test(name)) {
    const text = codesOf(bytes);
    return bytes.every((byte) => byte < 0x80) ? { text } : { text, fault: 'other bytes' };
  }
  const decoder = decoderOf(labels[name] ?? name);
  if (decoder === undefined) return { text: codesOf(bytes), fault: 'unknown encoding' };
  try {
    return { text: decoder.decode(bytes, { stream: isCut }) };
  } catch {
    return {
      text: decoder.encoding === 'utf-8' ? new TextDecoder().decode(bytes) : codesOf(bytes),
      fault: 'other bytes',
    };
  }
};

/** Every byte as the character with its code. */
const codesOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const decoderOf = (label: string): InstanceType<typeof TextDecoder> | undefined => {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
};
