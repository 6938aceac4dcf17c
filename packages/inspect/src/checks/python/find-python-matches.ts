import type { Match } from '../match.ts';
import type { RuleId } from '../ruleset.ts';
import { findCommands } from '../find-commands.ts';
import { findLeads, type Leads, noLeads } from './find-leads.ts';
import { listCalls } from './list-calls.ts';
import { callRules, judgeCall } from './open-rules.ts';
import type { PackageSources } from './package-sources.ts';
import type { PythonCall } from './python-call.ts';
import type { PythonSource } from './python-source.ts';
import { spend, TraceTooLong } from './trace-budget.ts';

/** Words that can hide the name of a called function. */
const HIDING_WORDS = [
  '__import__',
  'import_module',
  '__builtins__',
  'builtins',
  // With a plain name it is as good as an attribute, whose name would stand in the text as well.
  `getattr(?!\\s{0,9}\\(\\s{0,9}[\\w.]{1,100}\\s{0,9},\\s{0,9}(?<quote>["'])[A-Za-z_]\\w{0,99}\\k<quote>\\s{0,9}[,)])`,
  '__dict__',
  'globals',
  'locals',
  'vars',
  'sys\\.modules',
  'attrgetter',
  'methodcaller',
  'itemgetter',
  '__getattribute__',
  'getattr_static',
  '__globals__',
  '__self__',
  'resolve_name',
  'locate',
  '_importer',
];

/**
 * A word after a dot, as in `model.eval()`, is not a built-in function. If the function is reached through its module,
 * the module is named.
 */
const BUILT_IN_WORDS: ReadonlySet<string> = new Set(['exec', 'eval', 'compile', 'execfile']);

const words = [...new Set([...HIDING_WORDS, ...callRules.flatMap(([, rule]) => rule.words)])];
const oneOf = (chosen: readonly string[]): string => `\\b(?:${chosen.join('|')})\\b`;

/** Files without any of these words are not parsed, because no rule could find anything in them by themselves. */
const WORTH_PARSING = new RegExp(
  `(?<!(?<!\\.)\\.)${oneOf(words.filter((word) => BUILT_IN_WORDS.has(word)))}|` +
    oneOf(words.filter((word) => !BUILT_IN_WORDS.has(word))),
);

/** Letters that Python reads as plain ones. A search for a word does not find it in these letters. */
const DISGUISED = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]/u;

/** How deep code is read that stands in a literal of other code. */
const DEPTH_MAX = 3;

/** Whether a rule could find anything in a file without the help of another one. */
const isWorthReading = (text: string): boolean => WORTH_PARSING.test(text) || DISGUISED.test(text);

export interface PythonMatches {
  matches: Match[];
  /** Whether the budget was enough to look at everything. */
  isComplete: boolean;
  /** Undefined if the file was not read, because no rule could find anything in it. */
  leads: Leads | undefined;
}

/** What the rules about Python find in a file. With `isNeeded`, also if only another file could make it find something. */
export const findPythonMatches = (
  { file, text, isNeeded }: { file: string; text: string; isNeeded: boolean },
  sources: PackageSources,
): PythonMatches => {
  const matches: Match[] = [];
  const report: Reading['report'] = (rule, { start, end }) =>
    matches.push({ rule, start, end, isSecret: false });
  if (!isNeeded && !isWorthReading(text)) return { matches, isComplete: true, leads: undefined };
  try {
    const source = sources.read(file, text);
    const isImported = sources.graph.isImported(file);
    readCalls(source, { runs: true, isImported, depth: 0, report });
    return { matches, isComplete: true, leads: isImported ? findLeads(source) : noLeads };
  } catch (error) {
    if (error instanceof TraceTooLong) return { matches, isComplete: false, leads: undefined };
    throw error;
  }
};

interface Reading {
  /** Whether importing the file runs the code. */
  runs: boolean;
  /** Whether the package imports the file. */
  isImported: boolean;
  /** In how many literals the code stands. */
  depth: number;
  report: (rule: RuleId, at: Pick<PythonCall, 'start' | 'end'>) => void;
}

/** Reports what the rules find in code, and in the texts that it runs as code. */
const readCalls = (source: PythonSource, { runs, isImported, depth, report }: Reading): void => {
  const { budget } = source.others;
  const inner: Pick<PythonCall, 'code' | 'isAtImport' | 'start' | 'end'>[] = [];
  for (const call of listCalls(source, budget, { runs, isImported })) {
    const { rules, runsCode, runsCommand } = judgeCall(call);
    const commands = runsCommand ? findCommands(call.command.replaceAll('\\\n', '  ')) : [];
    for (const rule of [...rules, ...commands.map(({ rule }) => rule)]) report(rule, call);
    const { start, end } = call;
    if (runsCode) inner.push({ code: call.code, isAtImport: call.isAtImport, start, end });
  }
  if (depth >= DEPTH_MAX) return;
  for (const { code, isAtImport, ...at } of inner) {
    if (!isWorthReading(code)) continue;
    spend(budget, code.length);
    readCalls(source.others.readInner(source.file, code), {
      runs: isAtImport,
      isImported,
      depth: depth + 1,
      report: (rule) => report(rule, at),
    });
  }
};
