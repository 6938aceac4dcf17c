import type { Severity } from './rule.ts';
import type { RuleId } from './ruleset.ts';

/** One thing found, with its reason. */
export interface Finding {
  rule: RuleId;
  severity: Severity;
  /** Recorded, not enforced. */
  shadow: boolean;
  /** The name of the entry in the archive; empty if the finding is about the whole package. */
  file: string;
  /** From 1; absent if the finding is about the whole file. */
  line?: number;
  /** Only for a Python file that the package does not import. */
  imported?: false;
  means: string;
  fix: string;
  /** The text that was found: one line of at most 80 characters, with all secrets blanked. */
  excerpt?: string;
}

export interface Verdict {
  outcome: 'passed' | 'found' | 'could-not-check';
  /** In order of file, line and rule. */
  findings: Finding[];
  rulesetVersion: number;
}
