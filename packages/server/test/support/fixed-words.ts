/** What differs from run to run, and the word that stands for it. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b[0-9a-f]{64}\b/g, '<sha256>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g, '<time>'],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{4}(?:, \d{1,2}:\d\d(?::\d\d)?\s[AP]M)?(?: UTC)?/g, '<day>'],
  [/\bpbp_(?:[\w-]{8,}|[\w-]*…[\w-]{4})/g, '<token>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\b[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}\b/g, '<code>'],
  [/\b\d[\d.,]* (?:bytes?|KiB|MiB|kB|MB)\b/g, '<size>'],
];

/** A text in which fixed words stand for ids, digests, times, tokens, codes and sizes, and for what `more` names. */
export const withFixedWords = (text: string, more: Readonly<Record<string, string>> = {}): string => {
  const named = Object.entries(more).reduce((left, [value, word]) => left.replaceAll(value, word), text);
  return changing.reduce((left, [pattern, word]) => left.replaceAll(pattern, word), named);
};
