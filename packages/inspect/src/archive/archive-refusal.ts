import { ARCHIVE_RULES, type ArchiveRule } from './archive-rules.ts';

/**
 * The archive breaks a rule. `message` is the rule's public sentence; `entry` is the offending name as the
 * archive spells it, hostile characters included, and absent when the archive as a whole is at fault.
 */
export class ArchiveRefusal extends Error {
  override readonly name = 'ArchiveRefusal';
  readonly rule: ArchiveRule;
  readonly entry?: string;

  constructor(rule: ArchiveRule, entry?: string, options?: ErrorOptions) {
    super(ARCHIVE_RULES[rule], options);
    this.rule = rule;
    if (entry !== undefined) this.entry = entry;
  }
}
