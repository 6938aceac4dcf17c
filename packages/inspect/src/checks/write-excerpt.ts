import type { Match } from './match.ts';

export const EXCERPT_CHARACTERS_MAX = 80;
/** The number of characters shown before the match in a long line. */
const CONTEXT_CHARACTERS = 30;
const MASK = '[secret]';

/**
 * At most 80 characters of the line around a match. Every secret that overlaps them is replaced as a whole. Characters
 * that hide or reorder text are escaped. `secrets` are in the order of their start.
 */
export const writeExcerpt = (
  text: string,
  matchStart: number,
  line: { start: number; end: number },
  secrets: readonly Match[],
): string => {
  let excerpt = '';
  let at = Math.max(line.start, matchStart - CONTEXT_CHARACTERS);
  const { end } = line;
  for (const secret of secrets) {
    if (secret.end <= at || secret.start >= end) continue;
    excerpt += show(text.slice(at, secret.start)) + MASK;
    at = Math.max(at, secret.end);
    if (excerpt.length > EXCERPT_CHARACTERS_MAX) break;
  }
  if (at < end) excerpt += show(text.slice(at, Math.min(end, at + EXCERPT_CHARACTERS_MAX + 1)));
  excerpt = excerpt.trim();
  return excerpt.length > EXCERPT_CHARACTERS_MAX
    ? `${excerpt.slice(0, EXCERPT_CHARACTERS_MAX - 1)}…`
    : excerpt;
};

/** No longer than needed, because the rest would be cut off. */
const show = (text: string): string =>
  text
    .slice(0, EXCERPT_CHARACTERS_MAX + 1)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu, (character) =>
      character === '\t' || character === '\n' || character === '\r'
        ? ' '
        : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );
