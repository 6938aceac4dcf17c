export type Severity = 'error' | 'warning';

/** Which files a rule reads. */
export type FileKind =
  'any file' | 'text' | 'source' | 'Python' | 'web' | 'commands' | 'settings' | 'requirements' | 'path file';

/** What every kind of rule has. */
export interface RuleText {
  /** Errors refuse a package, warnings are only shown. */
  severity: Severity;
  /** Recorded so that moderators can measure it, but never enforced. */
  shadow: boolean;
  reads: FileKind;
  /** One sentence: what a finding means. */
  means: string;
  /** One sentence: how to get rid of it. */
  fix: string;
  /** One neutral sentence that everyone sees on the version; absent if it would not help users to choose. */
  notice?: string;
}

/** The rules of a table with their ids. */
export const listRules = <Id extends string, Rule>(rules: Record<Id, Rule>): (readonly [Id, Rule])[] =>
  Object.entries(rules) as [Id, Rule][];
