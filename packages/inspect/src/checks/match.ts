import type { RuleId } from './ruleset.ts';

/** A range of a text, in UTF-16 units, end exclusive. Secrets are blanked in every excerpt. */
export interface Match {
  rule: RuleId;
  start: number;
  end: number;
  isSecret: boolean;
}
