import type { RuleText } from './rule.ts';
import { fileRules } from './rules/file-rules.ts';
import { limitRules } from './rules/limit-rules.ts';
import { metadataRules } from './rules/metadata-rules.ts';
import { pythonRules } from './rules/python-rules.ts';
import { secretRules } from './rules/secret-rules.ts';
import { textRules } from './rules/text-rules.ts';

/** Rises whenever a rule, a limit or the preset of secrets changes, so that a verdict can be told from an older one. */
export const RULESET_VERSION = 2;

const families = {
  ...secretRules,
  ...pythonRules,
  ...textRules,
  ...fileRules,
  ...metadataRules,
  ...limitRules,
};

export type RuleId = keyof typeof families;

/** Every rule by its id, family by family. */
export const RULES: Readonly<Record<RuleId, RuleText>> = families;
