import { nodeIdForm, nodeIdPattern } from './identifiers.ts';

/** A rule for a text, and the message for a caller who breaks it. */
interface PatternRule {
  pattern: string;
  sentence: string;
}

interface FormatRule {
  test: (text: string) => boolean;
  sentence: string;
}

/** Scripts that use U+200C and U+200D between letters. */
const joiningScripts = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Tibetan',
];
const joiningLetter = `[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
/** The sign that takes a consonant's vowel, which a joiner may follow at a word's end (RFC 5892, appendix A). */
const virama = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]';
const emoji = '\\p{Extended_Pictographic}';

/**
 * Characters that cannot be stored or seen. Default ignorable characters have no width; bidirectional controls are
 * among them.
 */
export const unseen = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb';

/**
 * Each alternative starts with characters that no other one matches, so that a text is scanned once from start to end.
 * A variation selector, which selects the form of the preceding character, has its own alternative.
 */
const seen = [
  `[^${unseen}]\\p{Variation_Selector}?`,
  `(?<=${joiningLetter})[\\u200c\\u200d](?=${joiningLetter})`,
  `(?<=${virama})[\\u200c\\u200d]`,
  `(?<=${emoji}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=${emoji})`,
].join('|');

const http = '[Hh][Tt][Tt][Pp][Ss]?://';
/** Parsed like a browser: controls and blanks before the URL are skipped, and so are tabs and line ends within it. */
const scheme = '[\\u0000-\\u0020]*[A-Za-z][A-Za-z0-9+.\\t\\n\\r-]*:';
const storable = '[^\\u0000\\p{Cs}]*';

/** Regular expressions with the flag `u`. */
export const patterns = {
  /** Well-formed Unicode without NUL: text that every store returns unchanged. */
  storable: { pattern: `^${storable}$`, sentence: 'must be well-formed text without NUL characters' },
  name: {
    pattern: `^(?:${seen})*$`,
    sentence: 'must be one line without control, bidirectional or zero-width characters',
  },
  // Without blanks, so that it makes no sentence that a person could take for the registry's.
  program: {
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
    sentence:
      'must be 1 to 64 letters, digits, dots, hyphens and underscores that begin with a letter or digit',
  },
  url: {
    pattern: `^(?:${http}[^/?#\\s${unseen}][^\\s${unseen}]*)?$`,
    sentence: 'must be a URL that begins with http:// or https://, or be empty',
  },
  path: {
    pattern: `^(?!(?!${http})${scheme})${storable}$`,
    sentence: 'must be a path, or a URL that begins with http:// or https://',
  },
  contact: {
    pattern: `^(?!(?!${http}|[Mm][Aa][Ii][Ll][Tt][Oo]:)${scheme})${storable}$`,
    sentence: 'must be a contact, or a URL that begins with http://, https:// or mailto:',
  },
  position: {
    pattern: '^\\d{1,16}(\\.[A-Za-z0-9_-]{8}(~.{1,300})?)?$',
    sentence: 'must be a position as `next` of an answer has it, or the number of a change',
  },
  repository: {
    pattern: '^[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)+$',
    sentence: 'must be a repository without its host, such as octo-org/octo-repo',
  },
  workflow: {
    pattern: '^[A-Za-z0-9._-][A-Za-z0-9._/-]*\\.ya?ml$',
    sentence: 'must be the name or path of a file that ends with .yml or .yaml, such as publish.yml',
  },
  base64url: { pattern: '^[A-Za-z0-9_-]+$', sentence: 'must be Base64url without padding' },
  digits: { pattern: '^[0-9]{1,20}$', sentence: 'must be 1 to 20 decimal digits' },
} as const satisfies Record<string, PatternRule>;

const storableText = new RegExp(patterns.storable.pattern, 'u');

/** Whether every database can hold a text, and tells it from any other. */
export const isStorable = (text: string): boolean => storableText.test(text);

const nodeId: PatternRule = {
  pattern: nodeIdPattern,
  sentence: `must be the id of a node: ${nodeIdForm}`,
};

const timestamp =
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const firstMoment = Date.parse('0000-01-01T00:00:00.000Z');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether the text is a time that exists, with a four-digit year in UTC. */
const isTimestamp = (text: string): boolean => {
  if (!timestamp.test(text)) return false;
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The parser takes February 30 for March 2.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return false;
  const moment = Date.parse(text);
  return moment >= firstMoment && moment <= lastMoment;
};

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isTimestamp(`${text}T00:00:00Z`);

/** Whether a text is JSON. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const isLanguageTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

/** Rules that a regular expression cannot express. */
export const formats = {
  date: { test: isDay, sentence: 'must be a day that exists, such as 2026-01-07' },
  'date-time': {
    test: isTimestamp,
    sentence: 'must be a time that exists, such as 2026-01-07T00:00:00Z',
  },
  // The accounts library reports its further restrictions itself.
  email: { test: (text) => /^[^@\s]+@[^@\s]+$/.test(text), sentence: 'must be an e-mail address' },
  expiry: {
    test: (text) => text === 'never' || isTimestamp(text),
    sentence: 'must be a time that exists, such as 2026-01-07T00:00:00Z, or never',
  },
  json: { test: (text) => text === '' || isJson(text), sentence: 'must be JSON, or be empty' },
  'language-tag': { test: isLanguageTag, sentence: 'must be a BCP 47 language tag, such as de or pt-BR' },
} as const satisfies Record<string, FormatRule>;

const sentenceOfPattern: ReadonlyMap<string, string> = new Map(
  [...Object.values<PatternRule>(patterns), nodeId].map(({ pattern, sentence }) => [pattern, sentence]),
);

/** The message for a text that does not match this pattern of a schema; undefined for other patterns. */
export const patternSentence = (pattern: string): string | undefined => sentenceOfPattern.get(pattern);

/** Like `patternSentence`, for a `format`. */
export const formatSentence = (format: string): string | undefined =>
  (formats as Readonly<Record<string, FormatRule>>)[format]?.sentence;
