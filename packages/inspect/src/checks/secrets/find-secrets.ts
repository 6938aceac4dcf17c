import { isOfKind } from '../file-kinds.ts';
import type { Match } from '../match.ts';
import { secretRuleList } from '../rules/secret-rules.ts';
import { findPresetSecrets } from './find-preset-secrets.ts';
import { isPlaceholder } from './is-placeholder.ts';

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
