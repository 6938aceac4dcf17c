/** What people write in place of a secret: words, repeated characters, and sequences of the keyboard or alphabet. */
const PLACEHOLDER =
  /example|placeholder|dummy|sample|fake|change_?me|your[-_]|[-_]here|insert|redacted|<|\*{3}|\.{3}|x{6}|(.)\1{7}|01234567|12345678|abcdefgh/i;
/** Random text of 20 characters has about 4 bits per character. */
const BITS_PER_CHARACTER_MIN = 2.8;

/** Whether a text in the form of a secret was clearly written by hand as a placeholder. */
export const isPlaceholder = (secret: string): boolean =>
  PLACEHOLDER.test(secret) || bitsPerCharacter(secret) < BITS_PER_CHARACTER_MIN;

/** Shannon entropy. */
const bitsPerCharacter = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};
