import type { Severity } from './rule.ts';
import type { RuleId } from './ruleset.ts';

/** One thing found, with its reason. */
export interface Finding {
  rule: RuleId;
  severity: Severity;
  /** Recorded, not enforced. */
  shadow: boolean;
  /** The entry's name in the archive; empty where the package as a whole is meant. */
  file: string;
  /** From 1; absent where the whole file is meant. */
  line?: number;
  means: string;
  fix: string;
  /** The text that was found, at most 80 characters in one line, every secret in it blanked. */
  excerpt?: string;
}

export interface Verdict {
  outcome: 'passed' | 'found' | 'could-not-check';
  /** In order of file, line and rule. */
  findings: Finding[];
  rulesetVersion: number;
}
