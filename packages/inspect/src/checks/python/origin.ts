/** What a value was made from. */
export type Origin =
  | 'decoded'
  | 'downloaded'
  | 'unmarshalled'
  | 'unreadable'
  | 'of the system'
  | 'pip'
  | 'connection'
  | 'received'
  | 'environment'
  | 'credentials'
  | 'start-up file'
  /** The folder of installed libraries, which packages patch at times. */
  | 'folder of packages'
  | 'path file';

const BY_CALL: readonly (readonly [RegExp, Origin])[] = [
  [
    /^(?:base64\.\w*decode\w*|binascii\.(?:unhexlify|a2b_\w+)|bytes\.fromhex|bytearray\.fromhex|codecs\.(?:decode|getdecoder)|(?:zlib|gzip|lzma|bz2)\.decompress|chr)$|\.(?:decrypt|to_bytes)$/,
    'decoded',
  ],
  [
    /^(?:requests|httpx|aiohttp|urllib3|urllib2)\.|^urllib\.(?:request\.){0,2}(?:urlopen|urlretrieve|Request|build_opener)$/,
    'downloaded',
  ],
  [/^marshal\.loads?$/, 'unmarshalled'],
  [/^ctypes\.util\.find_library$/, 'of the system'],
  [/^(?:site\.get(?:user)?sitepackages|distutils\.sysconfig\.get_python_lib)$/, 'start-up file'],
  [/^sysconfig\.get_paths?$/, 'folder of packages'],
  [/^socket\.(?:socket|create_connection)$/, 'connection'],
  [/^socket\.(?:socket|create_connection)\(\)(?:\.\w+\(\))?\.(?:recv\w*|makefile)$/, 'received'],
];

const UNREADABLE_CHARACTERS_MIN = 2048;
const UNREADABLE = /^(?:[\w+/=-]|\\x[\da-f]{2}|\\\n|\s(?!\s))+$/i;
/** Prose and code contain spaces; data that is encoded as text contains at most line breaks. */
const BLANKS_PER_CHARACTER_MAX = 1 / 40;
/** Only escapes, although the characters could be written plainly. */
const ESCAPED = /^(?:\\x[2-7][\da-f]|\\u00[2-7][\da-f]|\\[01][0-7]{2}){4,}$/i;

const CREDENTIALS =
  /(?:^|[\\/~])\.ssh(?:[\\/]|$)|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws[\\/]+credentials|\.(?:git-credentials|pypirc|netrc|npmrc)$|\.kube[\\/]+config|\.docker[\\/]+config\.json|^\/etc\/(?:passwd|shadow)$|\.(?:bash|zsh)_history$|\bwallet\.dat\b/;

/** One stands wherever a text is of `CREDENTIALS`. */
export const CREDENTIAL_WORDS =
  /\.(?:ssh|aws|git-credentials|pypirc|netrc|npmrc|kube|docker)|id_(?:rsa|ed25519|ecdsa)|\/etc\/(?:passwd|shadow)|_history|wallet\.dat/;

/** What a shell, a session, Python or the system runs by itself, and who may sign in. */
const START_UP =
  /(?:^|[\\/~])\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv|zlogin|xprofile|xinitrc)$|(?:^|[\\/])(?:sitecustomize|usercustomize)\.py$|(?:^|[\\/])\.git[\\/]+hooks(?:[\\/]|$)|\bauthorized_keys2?$|(?:^|[\\/])Launch(?:Agents|Daemons)\b|\bconfig\.fish$|\.ipython[\\/]+profile_default[\\/]+startup\b|\.config[\\/]+autostart\b|[\\/]systemd[\\/]+user\b|\bStart Menu[\\/]+Programs[\\/]+Startup\b|^\/etc\/(?:cron|rc\.local|profile|ld\.so\.preload|init\.d)|^\/var\/spool\/cron\b/;

export const originOfCall = (callee: string): Origin | undefined =>
  BY_CALL.find(([pattern]) => pattern.test(callee))?.[1];

/** `literal` is the string as it is in the source. */
export const originOfString = (literal: string): Origin | undefined => {
  const content = literal.replace(/^\w{0,2}(?:"""|'''|"|')/, '').replace(/(?:"""|'''|"|')$/, '');
  if (content.length > UNREADABLE_CHARACTERS_MIN) return isUnreadable(content) ? 'unreadable' : undefined;
  if (/^\/proc\/(?:self|\d+)\/environ$/.test(content)) return 'environment';
  if (START_UP.test(content)) return 'start-up file';
  if (CREDENTIALS.test(content)) return 'credentials';
  if (content.endsWith('.pth')) return 'path file';
  if (ESCAPED.test(content)) return 'decoded';
  return /^pip3?$|\bpip3?(?:\.exe)? install\b/.test(content) ? 'pip' : undefined;
};

const isUnreadable = (content: string): boolean => {
  const blanks = content.match(/\s/g)?.length ?? 0;
  return UNREADABLE.test(content) && blanks < content.length * BLANKS_PER_CHARACTER_MAX;
};
