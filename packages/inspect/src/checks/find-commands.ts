import { commandRuleList } from './rules/command-rules.ts';
import type { RuleId } from './ruleset.ts';

/** The matches of the rules about commands in a text of commands, with their ranges. */
export const findCommands = (text: string): { rule: RuleId; start: number; end: number }[] =>
  commandRuleList.flatMap(([rule, { pattern, accepts }]) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found }) => accepts?.(found) !== false)
      .map(({ 0: found, index }) => ({ rule, start: index, end: index + found.length })),
  );
