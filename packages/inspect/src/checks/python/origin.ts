/** What a value was made from. */
export type Origin = 'decoded' | 'downloaded' | 'unmarshalled' | 'unreadable' | 'of the system' | 'pip';

const BY_CALL: readonly (readonly [RegExp, Origin])[] = [
  [
    /^(?:base64\.\w*decode\w*|binascii\.(?:unhexlify|a2b_\w+)|bytes\.fromhex|bytearray\.fromhex|codecs\.(?:decode|getdecoder)|(?:zlib|gzip|lzma|bz2)\.decompress|chr)$/,
    'decoded',
  ],
  [
    /^(?:requests|httpx|aiohttp|urllib3|urllib2)\.|^urllib\.(?:request\.)?(?:urlopen|urlretrieve|Request|build_opener)$/,
    'downloaded',
  ],
  [/^marshal\.loads?$/, 'unmarshalled'],
  [/^ctypes\.util\.find_library$/, 'of the system'],
];

const UNREADABLE_CHARACTERS_MIN = 2048;
const UNREADABLE = /^(?:[\w+/=-]|\\x[\da-f]{2}|\\\r?\n|\s(?!\s))+$/i;
/** Prose and code have spaces; data written as text has line breaks at most. */
const BLANKS_PER_CHARACTER_MAX = 1 / 40;

export const originOfCall = (callee: string): Origin | undefined =>
  BY_CALL.find(([pattern]) => pattern.test(callee))?.[1];

/** `literal` is the string as the source writes it. */
export const originOfString = (literal: string): Origin | undefined => {
  const content = literal.replace(/^\w{0,2}(?:"""|'''|"|')/, '').replace(/(?:"""|'''|"|')$/, '');
  if (content.length > UNREADABLE_CHARACTERS_MIN) return isUnreadable(content) ? 'unreadable' : undefined;
  return /^pip3?$|\bpip3?(?:\.exe)? install\b/.test(content) ? 'pip' : undefined;
};

const isUnreadable = (content: string): boolean => {
  const blanks = content.match(/\s/g)?.length ?? 0;
  return UNREADABLE.test(content) && blanks < content.length * BLANKS_PER_CHARACTER_MAX;
};
