import type { RuleId } from './ruleset.ts';

/** A place in a text, in UTF-16 units, the end not included. Secrets are blanked in every excerpt. */
export interface Match {
  rule: RuleId;
  start: number;
  end: number;
  isSecret: boolean;
}
