import type { RuleText } from './rule.ts';
import { commandRules } from './rules/command-rules.ts';
import { fileRules } from './rules/file-rules.ts';
import { limitRules } from './rules/limit-rules.ts';
import { metadataRules } from './rules/metadata-rules.ts';
import { pythonRules } from './rules/python-rules.ts';
import { secretRules } from './rules/secret-rules.ts';
import { signatureRules } from './rules/signature-rules.ts';
import { takeoverRules } from './rules/takeover-rules.ts';
import { textRules } from './rules/text-rules.ts';
import { theftRules } from './rules/theft-rules.ts';
import { webRules } from './rules/web-rules.ts';

/**
 * Raised with every change to a rule, a limit or the preset of secrets, so that older verdicts can be told from newer
 * ones.
 */
export const RULESET_VERSION = 12;

const families = {
  ...secretRules,
  ...pythonRules,
  ...takeoverRules,
  ...theftRules,
  ...commandRules,
  ...textRules,
  ...signatureRules,
  ...webRules,
  ...fileRules,
  ...metadataRules,
  ...limitRules,
};

export type RuleId = keyof typeof families;

/** Every rule by its id, family by family. */
export const RULES: Readonly<Record<RuleId, RuleText>> = families;
