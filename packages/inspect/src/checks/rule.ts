export type Severity = 'error' | 'warning';

/** Which files a rule reads. */
export type FileKind =
  'any file' | 'text' | 'source' | 'Python' | 'web' | 'commands' | 'settings' | 'requirements' | 'path file';

/** What every rule says about itself, whatever it looks for. */
export interface RuleText {
  /** Errors refuse, warnings only show. */
  severity: Severity;
  /** Recorded for moderators to measure, never enforced. */
  shadow: boolean;
  reads: FileKind;
  /** One sentence: what a finding means. */
  means: string;
  /** One sentence: how to be rid of it. */
  fix: string;
  /** One neutral sentence that everybody is shown on the version; absent where it would help nobody to choose. */
  notice?: string;
}

/** The rules of a table with their ids. */
export const listRules = <Id extends string, Rule>(rules: Record<Id, Rule>): (readonly [Id, Rule])[] =>
  Object.entries(rules) as [Id, Rule][];
