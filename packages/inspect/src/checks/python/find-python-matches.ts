import type { Match } from '../match.ts';
import type { RuleId } from '../ruleset.ts';
import { pythonNames } from '../rules/python-names.ts';
import { pythonRuleList } from '../rules/python-rules.ts';
import { takeoverRuleList } from '../rules/takeover-rules.ts';
import { theftRuleList } from '../rules/theft-rules.ts';
import { findCommands } from '../find-commands.ts';
import { listCalls } from './list-calls.ts';
import { parsePython } from './parse-python.ts';
import type { PythonCall } from './python-call.ts';
import { readSource, SOURCE_TYPES } from './read-source.ts';
import { TraceTooLong, type TraceBudget } from './trace-origins.ts';

const rules = [...pythonRuleList, ...takeoverRuleList, ...theftRuleList];

/** The words by which a call can be hidden from its own name. */
const HIDING_WORDS = [
  '__import__',
  'import_module',
  '__builtins__',
  'builtins',
  'getattr',
  '__dict__',
  'globals',
];

/**
 * A built-in function is not meant where a dot stands before the word, as in `model.eval()`: reached through its
 * module, that module is named.
 */
const BUILT_IN_WORDS: ReadonlySet<string> = new Set(['exec', 'eval', 'compile', 'execfile']);

const words = [...new Set([...HIDING_WORDS, ...rules.flatMap(([, rule]) => rule.words)])];
const oneOf = (chosen: readonly string[]): string => `\\b(?:${chosen.join('|')})\\b`;

/** Files without any of these words are not parsed, since no rule could find anything in them. */
const WORTH_PARSING = new RegExp(
  `(?<!(?<!\\.)\\.)${oneOf(words.filter((word) => BUILT_IN_WORDS.has(word)))}|` +
    oneOf(words.filter((word) => !BUILT_IN_WORDS.has(word))),
);

/** Letters that Python reads as plain ones, so that no word is found in them. */
const DISGUISED = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]/u;

/** What the rules about Python find, and whether the budget sufficed to look at everything. */
export const findPythonMatches = async (
  text: string,
  budget: TraceBudget,
): Promise<{ matches: Match[]; isComplete: boolean }> => {
  const matches: Match[] = [];
  if (!WORTH_PARSING.test(text) && !DISGUISED.test(text)) return { matches, isComplete: true };
  const isComplete = await parsePython(text, SOURCE_TYPES, (nodes) => {
    try {
      for (const call of listCalls(readSource(text, nodes), budget)) {
        for (const rule of rulesOf(call))
          matches.push({ rule, start: call.start, end: call.end, isSecret: false });
      }
      return true;
    } catch (error) {
      if (error instanceof TraceTooLong) return false;
      throw error;
    }
  });
  return { matches, isComplete };
};

const rulesOf = (call: PythonCall): RuleId[] => [
  ...rules.filter(([, { finds }]) => finds(call)).map(([rule]) => rule),
  ...(pythonNames.runsCommand.test(call.callee) ? findCommands(call.command).map(({ rule }) => rule) : []),
];
