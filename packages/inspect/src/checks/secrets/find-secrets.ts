import { isOfKind } from '../file-kinds.ts';
import type { Match } from '../match.ts';
import { secretRuleList } from '../rules/secret-rules.ts';
import { findPresetSecrets } from './find-preset-secrets.ts';

/** What people write in place of a secret: words, repeated characters, and sequences of the keyboard or alphabet. */
const PLACEHOLDER =
  /example|placeholder|dummy|sample|fake|change_?me|your[-_]|[-_]here|insert|redacted|<|\*{3}|\.{3}|x{6}|(.)\1{7}|01234567|12345678|abcdefgh/i;
/** Random text of 20 characters has about 4 bits per character. */
const BITS_PER_CHARACTER_MIN = 2.8;

/** Whether a text in the form of a secret was clearly written by hand as a placeholder. */
const isPlaceholder = (secret: string): boolean =>
  PLACEHOLDER.test(secret) || bitsPerCharacter(secret) < BITS_PER_CHARACTER_MIN;

/** Shannon entropy. */
const bitsPerCharacter = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** A pattern gets this many characters at once, which bounds what a hostile text can cost. */
const WINDOW_CHARACTERS = 64 * 1024;
/** Longer than any secret. */
const OVERLAP_CHARACTERS = 8 * 1024;

/** Every secret in a text that does not look like a placeholder. */
export const findSecrets = async (name: string, text: string): Promise<Match[]> => {
  const found = new Map<string, Match>();
  for (let offset = 0; offset < text.length; offset += WINDOW_CHARACTERS - OVERLAP_CHARACTERS) {
    const window = text.slice(offset, offset + WINDOW_CHARACTERS);
    for (const match of [...findOwnSecrets(name, window), ...(await findPresetSecrets(name, window))]) {
      if (isPlaceholder(window.slice(match.start, match.end))) continue;
      const start = offset + match.start;
      found.set(`${match.rule} ${start}`, { ...match, start, end: offset + match.end });
    }
    if (offset + WINDOW_CHARACTERS >= text.length) break;
  }
  return [...found.values()];
};

const findOwnSecrets = function* (name: string, text: string): Generator<Match> {
  for (const [rule, { reads, pattern, accepts }] of secretRuleList) {
    if (pattern === undefined || !isOfKind(name, reads)) continue;
    for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
      const secret = groups?.['secret'] ?? whole;
      const start = index + whole.indexOf(secret);
      if (accepts?.(secret) !== false) yield { rule, start, end: start + secret.length, isSecret: true };
    }
  }
};
