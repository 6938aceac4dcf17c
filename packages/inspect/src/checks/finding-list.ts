import { RULES, type RuleId } from './ruleset.ts';
import type { Finding } from './verdict.ts';

const FINDINGS_MAX = 200;

/** Keeps at most 200 findings; those that refuse a package take precedence over warnings. */
export class FindingList {
  readonly #enforced: Finding[] = [];
  readonly #shown: Finding[] = [];
  readonly #isUnimported: (file: string) => boolean;
  readonly #known = new Set<string>();
  #leftOut = false;

  /** `isUnimported`: whether the package does not import a file. */
  constructor(isUnimported: (file: string) => boolean) {
    this.#isUnimported = isUnimported;
  }

  /** `at` says where it was found, at least the name of the file. The same at the same place is kept once. */
  add(rule: RuleId, at: Pick<Finding, 'file' | 'line' | 'excerpt'>): void {
    const key = `${at.file}\0${at.line ?? ''} ${rule}`;
    if (this.#known.has(key)) return;
    const { severity, shadow, means, fix } = RULES[rule];
    const list =
      (severity === 'error' && !shadow) || rule === 'could-not-check' ? this.#enforced : this.#shown;
    if (list.length >= FINDINGS_MAX) {
      this.#leftOut = true;
      return;
    }
    this.#known.add(key);
    const imported = this.#isUnimported(at.file) ? { imported: false as const } : {};
    list.push({ rule, severity, shadow, ...at, ...imported, means, fix });
  }

  has(accepts: (finding: Finding) => boolean): boolean {
    return this.#enforced.some(accepts);
  }

  /** In the order of file, line and rule, followed by a finding that says so if some were left out. */
  list(): Finding[] {
    const all = [...this.#enforced, ...this.#shown];
    const kept = all.slice(0, FINDINGS_MAX).sort(compareFindings);
    if (!this.#leftOut && all.length <= FINDINGS_MAX) return kept;
    const { severity, shadow, means, fix } = RULES['more-findings'];
    return [...kept, { rule: 'more-findings', severity, shadow, file: '', means, fix }];
  }
}

const compareFindings = (a: Finding, b: Finding): number =>
  compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || compareText(a.rule, b.rule);

/** By code unit, which does not depend on the locale. */
const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
