import { listRules } from '../rule.ts';
import type { TextRule } from './text-rule.ts';

/** An address of the local machine or network, or of a public name server, after the scheme of a URL. */
const PRIVATE_ADDRESS =
  /\/\/(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|255\.|1\.1\.1\.1|8\.8\.)/;

/** Python's names of encodings that write the characters of a program as ASCII does. */
const PLAIN =
  /^(?:utf_8(?:_.*)?|utf8|u8|utf|cp65001|(?:us_)?ascii|646|(?:latin|iso_8859|iso8859|l)_?\d+(?:_.*)?|iso_latin_1(?:_.*)?|latin|(?:cp|ibm|windows_)?\d{3,4}|mbcs|gbk|gb_?2312|gb18030(?:_2000)?|big5(?:_?hkscs)?|ms_?(?:932|kanji)|s_?jis(?:_?(?:2004|x0213))?|shift_?jis(?:_?(?:2004|x0213))?|euc_?(?:cn|kr|jp|jis_?2004|jisx0213)|ujis|uhc|johab|koi8_[rtu]|mac_?roman|tis_?620|viscii)$/;

/**
 * Whether a file in this encoding reads as it runs. Finds the encoding as Python does: case does not count, and whatever
 * stands between letters and digits is one separator.
 */
const isPlainEncoding = (name: string): boolean =>
  PLAIN.test(
    name
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '_')
      .replaceAll(/^_|_$/g, ''),
  );

/** Words with which a program runs another one or itself. */
const RUNS_SOMETHING = /\b(?:exec|eval|system|popen|Popen|subprocess|child_process|spawn|Function)\b/;

/** Rules about the plain text of a file. */
export const textRules = {
  'bidi-override': {
    severity: 'error',
    shadow: false,
    reads: 'Python',
    means:
      'A character here turns the reading direction, so that the code shows in another order than it runs.',
    fix: 'Remove the character, or write it as an escape such as "\\u202e" in a string.',
    pattern: /[\u202a-\u202e\u2066-\u2069]/g,
  },
  'invisible-text': {
    severity: 'error',
    shadow: false,
    reads: 'source',
    means: 'A long run of invisible characters stands here, in which a program can be hidden.',
    fix: 'Remove the characters, or keep the data in a file of its own in a visible encoding.',
    pattern: /[\u200b-\u200f\u2060-\u2064\u{e0000}-\u{e007f}\p{Variation_Selector}]{16,64}/gu,
    // The same characters by code unit, which is much faster: most texts contain none.
    beside: /[\u180b-\u180f]|[\u200b-\u200f\u2060-\u2064]|[\ufe00-\ufe0f]|\udb40/,
  },
  'mixed-alphabets': {
    severity: 'warning',
    shadow: true,
    reads: 'Python',
    means: 'A word mixes Latin letters with Cyrillic or Greek ones that look the same.',
    fix: 'Write the name in one alphabet.',
    pattern: /[A-Za-z_][\u0391-\u03c9\u0400-\u04ff][A-Za-z_]/g,
  },
  'hidden-encoding': {
    severity: 'error',
    shadow: false,
    reads: 'Python',
    means: 'The file declares an encoding under which its text is not what a reader sees.',
    fix: 'Save the file as UTF-8 and remove the declaration.',
    // PEP 263: the first declaration counts, on one of the first two lines, and on the second only below a comment.
    pattern: /^(?:[ \t\f]*(?:#[^\n]*)?\n)??[ \t\f]*#[^\n]*?coding[:=][ \t]*[-\w.]+/g,
    accepts: (found) => !isPlainEncoding(/[-\w.]+$/.exec(found)?.[0] ?? ''),
  },
  'link-to-address': {
    severity: 'warning',
    shadow: true,
    reads: 'source',
    means: 'A file that runs commands or code links to a bare IP address.',
    fix: 'Use a host name that says whose server it is.',
    pattern: /\bhttps?:\/\/\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g,
    beside: RUNS_SOMETHING,
    accepts: (found) => !PRIVATE_ADDRESS.test(found),
  },
  'link-to-drop': {
    severity: 'warning',
    shadow: true,
    reads: 'source',
    means: 'A file that runs commands or code links to a service often used to fetch or drop stolen data.',
    fix: 'Use a server of your own, or say in the README what is sent there.',
    pattern:
      /\b(?:pastebin\.com\/raw|paste\.ee\/r|rentry\.co|hastebin\.com|transfer\.sh|webhook\.site|requestbin\.|pipedream\.net|ngrok(?:-free)?\.|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|anonfiles\.com|gofile\.io|file\.io\/|oast\.(?:fun|pro|site|live|me)|burpcollaborator\.net)/gi,
    beside: RUNS_SOMETHING,
  },
  'hidden-column': {
    severity: 'error',
    shadow: false,
    reads: 'source',
    means: 'Code stands so far to the right that an editor does not show it.',
    fix: 'Put it on a line of its own.',
    pattern:
      /;[ \t]{100,}(?=[^\s#/*])|(?<![ \t])[ \t]{150,}(?:exec|eval|__import__|import|from|require|Function|fetch|os\.system|subprocess\.\w{1,20})\b/g,
    // A pattern without alternatives, which is much faster to search for.
    beside: new RegExp(' '.repeat(100)),
  },
} as const satisfies Record<string, TextRule>;

export const textRuleList = listRules<keyof typeof textRules, TextRule>(textRules);
