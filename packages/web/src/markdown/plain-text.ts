import { withEmoji } from './emoji.ts';

/** Longer ones are shown in part anyway. */
const charsMax = 4_000;

/** A pattern of the signs of Markdown and HTML, and what stays of each. None looks back, so that no text takes long. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/<\/?[a-z][^<>]{0,500}>/gi, ' '],
  [/!?\[([^[\]]{0,500})\]\([^()\s]{0,500}\)/g, '$1'],
  [/^[ \t]{0,3}(?:#{1,6}|[-*+]|\d{1,3}[.)]|>)[ \t]+/gm, ''],
  [/^[ \t]{0,3}(?:```|~~~).{0,100}$/gm, ''],
  [/(\*\*|~~)(?=\S)([^*~]{1,500})\1/g, '$2'],
  [/(?<![\w*])\*(?=\S)([^*\n]{1,500})\*(?![\w*])/g, '$1'],
  [/`+([^`]{1,500})`+/g, '$1'],
  [/\s+/g, ' '],
];

/** What a text in Markdown says in one line, without its signs. */
export const plainText = (markdown: string): string =>
  withEmoji(
    signs.reduce((text, [sign, kept]) => text.replaceAll(sign, kept), markdown.slice(0, charsMax)),
  ).trim();
