import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { pythonNames } from '../rules/python-names.ts';
import { startsDownload } from './find-downloads.ts';
import { givenValues } from './given-values.ts';
import type { Origin } from './origin.ts';
import { isOfInterest } from './open-rules.ts';
import type { PythonCall } from './python-call.ts';
import { readCode, readCommand } from './read-command.ts';
import { readLiteral } from './read-literal.ts';
import type { PythonSource } from './python-source.ts';
import { attributesOf } from './join-names.ts';
import { resolveNames } from './resolve-name.ts';
import type { ResolvedName } from './resolved-name.ts';
import { runsAtImport } from './runs-at-import.ts';
import { spend, type TraceBudget } from './trace-budget.ts';
import { traceOrigins } from './trace-origins.ts';

/** Functions that call one of their arguments. */
const CALLS_ARGUMENT =
  /(?:^|\.)(?:Thread|Process|Timer|submit|apply|apply_async|map|starmap|partial|to_thread|run_in_executor|start_new_thread|register|call_soon|call_later|call|reduce|filter|accumulate|sorted|min|max|groupby|takewhile|dropwhile|iter|finalize|add_done_callback|signal|settrace|setprofile|callback|enter|enterabs|after|imap|imap_unordered|map_async|starmap_async|sort|nlargest|nsmallest|bisect\w*|insort\w*|filterfalse|cache|lru_cache|singledispatch|wraps|partialmethod|staticmethod|classmethod|property|setattr|MethodType|call_at|call_soon_threadsafe|run_sync)$/;

/**
 * Passes every call of a file to the rules, under each name that the function can have; also those that another function
 * makes, but those that no rule could find anything in. Most rules look only at the name, so everything else is read
 * lazily. Without `runs`, importing the file does not run the code; without `isImported`, the package does not import
 * the file.
 */
export const listCalls = function* (
  source: PythonSource,
  budget: TraceBudget,
  { runs, isImported }: { runs: boolean; isImported: boolean },
): Generator<PythonCall> {
  for (const node of [...source.calls, ...source.decorators]) {
    const args = node.childForFieldName('arguments');
    let isRunAtImport: boolean | undefined;
    const traced = new Map<string | undefined, ReadonlySet<Origin>>();
    const { called, passed } = calledBy(source, node);
    for (const name of [...called, ...passed]) {
      spend(budget, 1);
      if (!isOfInterest(name)) continue;
      const { name: callee, isHidden, isEncoded } = name;
      yield {
        callee,
        isHidden,
        isEncoded,
        get isAtImport() {
          return (isRunAtImport ??= runs && runsAtImport(source, node));
        },
        get isWithPackage() {
          return isImported && this.isAtImport;
        },
        get literal() {
          return readLiteral(args?.firstNamedChild ?? null);
        },
        get mode() {
          const named = keywordsOf(args).find(({ name }) => name === 'mode')?.value;
          return readLiteral(named ?? args?.namedChildren[1] ?? null);
        },
        get code() {
          return readCode(source, args?.firstNamedChild ?? null);
        },
        get keywords() {
          return keywordsOf(args).map(({ name }) => name);
        },
        get command() {
          return args === null ? '' : readCommand(source, args);
        },
        given: ({ keyword, index }) =>
          // What is passed on is in front of its own arguments.
          givenValues(source, args, {
            keyword,
            ...(index === undefined ? {} : { index: index + Number(passed.includes(name)) }),
          }),
        get runsDownload() {
          return startsDownload(source, node);
        },
        origins(keyword) {
          const known = traced.get(keyword);
          if (known !== undefined) return known;
          const from =
            keyword === undefined ? args : keywordsOf(args).find(({ name }) => name === keyword)?.value;
          const origins =
            from === null || from === undefined ? new Set<Origin>() : traceOrigins(source, from, budget);
          traced.set(keyword, origins);
          return origins;
        },
        target(keyword) {
          const second = args?.namedChildren[1];
          if (second === undefined || second.type === 'keyword_argument') return this.origins(keyword);
          return traceOrigins(source, second, budget);
        },
        receiver: () => {
          const object = node.childForFieldName('function')?.childForFieldName('object');
          return object === null || object === undefined
            ? new Set<Origin>()
            : traceOrigins(source, object, budget);
        },
        fileHolds: (pattern) => pattern.test(source.text),
        // Code in a literal can have a word that is escaped in the file.
        packageHolds: (words) => words.test(source.text) || source.others.hasWord(words),
        start: node.startIndex,
        end: node.endIndex,
      };
    }
  }
};

const runsText = ({ name }: ResolvedName): boolean =>
  pythonNames.runsText.test(name) ||
  pythonNames.runsCommand.test(name) ||
  pythonNames.loadsTensors.test(name);

interface Called {
  called: readonly ResolvedName[];
  /** What it is given, and calls. */
  passed: readonly ResolvedName[];
}

const calledBy = (source: PythonSource, node: SyntaxNode): Called => {
  // Nobody decorates with a function that runs text, except to hide that it is called.
  if (node.type === 'decorator') {
    const names = resolveNames(source, node.firstNamedChild).filter(runsText);
    return { called: names.map((name) => ({ ...name, isHidden: true })), passed: [] };
  }
  const callee = node.childForFieldName('function');
  const called = calledMethods(source, node, resolveNames(source, callee));
  const isLambda = callee?.type === 'parenthesized_expression' && callee.firstNamedChild?.type === 'lambda';
  if (!isLambda && !called.some(({ name }) => CALLS_ARGUMENT.test(name))) return { called, passed: [] };
  const passed = (node.childForFieldName('arguments')?.namedChildren ?? [])
    .map((argument) =>
      argument?.type === 'keyword_argument' ? argument.childForFieldName('value') : argument,
    )
    .filter((argument) => /^(?:identifier|attribute|call|subscript)$/.test(argument?.type ?? ''))
    .flatMap((argument) => resolveNames(source, argument))
    .filter(runsText);
  return { called, passed };
};

/** `operator.methodcaller("system", "ls")(os)` calls the method of what it is given. */
const calledMethods = (
  source: PythonSource,
  node: SyntaxNode,
  called: readonly ResolvedName[],
): readonly ResolvedName[] =>
  called.flatMap((callee) => {
    const [, method] = /^operator\.methodcaller\((.+)\)$/.exec(callee.name) ?? [];
    if (method === undefined) return [callee];
    const object = node.childForFieldName('arguments')?.firstNamedChild ?? null;
    return attributesOf(resolveNames(source, object), { ...callee, name: method });
  });

const keywordsOf = (args: SyntaxNode | null): { name: string; value: SyntaxNode | null }[] =>
  (args?.namedChildren ?? []).flatMap((child) =>
    child?.type === 'keyword_argument'
      ? [{ name: child.childForFieldName('name')?.text ?? '', value: child.childForFieldName('value') }]
      : [],
  );
