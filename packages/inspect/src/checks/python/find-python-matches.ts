import type { PythonParser } from '../../python/python-parser.ts';
import type { Match } from '../match.ts';
import type { RuleId } from '../ruleset.ts';
import { findCommands } from '../find-commands.ts';
import { listCalls } from './list-calls.ts';
import { callRules, judgeCall } from './open-rules.ts';
import type { PythonCall } from './python-call.ts';
import { readSource, SOURCE_TYPES } from './read-source.ts';
import { spend, TraceTooLong, type TraceBudget } from './trace-origins.ts';

/** Words that can hide the name of a called function. */
const HIDING_WORDS = [
  '__import__',
  'import_module',
  '__builtins__',
  'builtins',
  'getattr',
  '__dict__',
  'globals',
  'locals',
  'vars',
  'sys\\.modules',
  'attrgetter',
  'methodcaller',
];

/**
 * A word after a dot, as in `model.eval()`, is not a built-in function. If the function is reached through its module,
 * the module is named.
 */
const BUILT_IN_WORDS: ReadonlySet<string> = new Set(['exec', 'eval', 'compile', 'execfile']);

const words = [...new Set([...HIDING_WORDS, ...callRules.flatMap(([, rule]) => rule.words)])];
const oneOf = (chosen: readonly string[]): string => `\\b(?:${chosen.join('|')})\\b`;

/** Files without any of these words are not parsed, because no rule could find anything in them. */
const WORTH_PARSING = new RegExp(
  `(?<!(?<!\\.)\\.)${oneOf(words.filter((word) => BUILT_IN_WORDS.has(word)))}|` +
    oneOf(words.filter((word) => !BUILT_IN_WORDS.has(word))),
);

/** Letters that Python reads as plain ones. A search for a word does not find it in these letters. */
const DISGUISED = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]/u;

/** How deep code is read that stands in a literal of other code. */
const DEPTH_MAX = 3;

/** What the rules about Python find, and whether the budget was enough to look at everything. */
export const findPythonMatches = (
  text: string,
  parser: PythonParser,
  budget: TraceBudget,
): { matches: Match[]; isComplete: boolean } => {
  const matches: Match[] = [];
  const report: Reading['report'] = (rule, { start, end }) =>
    matches.push({ rule, start, end, isSecret: false });
  try {
    readCode(text, { parser, budget, isImported: true, depth: 0, report });
    return { matches, isComplete: true };
  } catch (error) {
    if (error instanceof TraceTooLong) return { matches, isComplete: false };
    throw error;
  }
};

interface Reading {
  parser: PythonParser;
  budget: TraceBudget;
  /** Whether importing the package runs the code. */
  isImported: boolean;
  /** In how many literals it stands. */
  depth: number;
  report: (rule: RuleId, at: Pick<PythonCall, 'start' | 'end'>) => void;
}

/** Reports what the rules find in code, and in the texts that it runs as code. */
const readCode = (text: string, { parser, budget, isImported, depth, report }: Reading): void => {
  if (depth > DEPTH_MAX || (!WORTH_PARSING.test(text) && !DISGUISED.test(text))) return;
  if (depth > 0) spend(budget, text.length);
  // Code in literals can repeat without end.
  const tree = depth === 0 ? parser.take(text) : parser.parse(text);
  const nodes = tree?.rootNode.descendantsOfType(SOURCE_TYPES) ?? [];
  const inner: Pick<PythonCall, 'code' | 'isAtImport' | 'start' | 'end'>[] = [];
  for (const call of listCalls(readSource(text, nodes), budget, isImported)) {
    const { rules, runsCode, runsCommand } = judgeCall(call);
    const commands = runsCommand ? findCommands(call.command.replaceAll('\\\n', '  ')) : [];
    for (const rule of [...rules, ...commands.map(({ rule }) => rule)]) report(rule, call);
    const { start, end } = call;
    if (runsCode) inner.push({ code: call.code, isAtImport: call.isAtImport, start, end });
  }
  for (const { code, isAtImport, ...at } of inner) {
    readCode(code, {
      parser,
      budget,
      isImported: isAtImport,
      depth: depth + 1,
      report: (rule) => report(rule, at),
    });
  }
};
