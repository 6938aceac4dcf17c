import type { RuleText } from '../rule.ts';

/** A rule about the plain text of a file. */
export interface TextRule extends RuleText {
  /** Global and of linear cost. */
  pattern: RegExp;
  /** What the rest of the text must contain as well. */
  beside?: RegExp;
  /** A second check of the text that matched, and of what follows, for what a pattern cannot express. */
  accepts?: (found: string, rest: string) => boolean;
}
