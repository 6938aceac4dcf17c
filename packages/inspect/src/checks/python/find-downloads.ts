import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { importedReturns } from './find-returns.ts';
import { sitesOfCallee } from './find-targets.ts';
import type { PythonSource } from './python-source.ts';
import { isNamed } from './resolve-name.ts';
import { valuesOf } from './values-of.ts';

const DOWNLOADS = /\b(?:requests|httpx|urlopen|urlretrieve|urllib3?|aiohttp|wget)\b/;
const INTERPRETER = /^(?:["'].{0,40}(?:python|sh|node|cmd|start|open)[\d.]*(?:\.exe)?["']|sys\.executable)$/;

const known = new WeakMap<PythonSource, ReadonlySet<string>>();

/** The source text of the expressions that name the files into which a source writes its downloads. */
const findDownloads = (source: PythonSource): ReadonlySet<string> => {
  const before = known.get(source);
  if (before !== undefined) return before;
  const calls = DOWNLOADS.test(source.text) ? source.calls : [];
  const found = new Set(calls.flatMap((call) => targetOf(source, call)).flatMap((target) => keysOf(target)));
  known.set(source, found);
  return found;
};

/** Whether a call starts a file that the package downloads as a program, or passes one to an interpreter as a script. */
export const startsDownload = (source: PythonSource, call: SyntaxNode): boolean =>
  programsOf(call).some(
    (program) =>
      keysOf(program).some((key) => findDownloads(source).has(key)) || isFromOther(source, program),
  );

/** Whether it is a file that another one downloads: by the name of its path there, or as what a function returns. */
const isFromOther = (source: PythonSource, program: SyntaxNode): boolean => {
  const values =
    program.type === 'call'
      ? importedReturns(source, program)
      : valuesOf(source, program).map(({ source: holder, value }) => ({ source: holder, node: value }));
  const isMade = values.some(
    ({ source: holder, node }) =>
      holder !== source && keysOf(node).some((key) => findDownloads(holder).has(key)),
  );
  return (
    isMade ||
    sitesOfCallee(source, program).some(
      ({ file, name = '' }) => file !== source.file && findDownloads(source.others.open(file)).has(name),
    )
  );
};

const targetOf = (source: PythonSource, call: SyntaxNode): SyntaxNode[] => {
  const [first = null, second = null] = call.childForFieldName('arguments')?.namedChildren ?? [];
  const callee = call.childForFieldName('function');
  if (isNamed(source, callee, /(?:^|\.)urlretrieve$|^wget\.download$/))
    return second === null ? [] : [second];
  const isWritten = /["'](?:w|x)b?\+?b?["']/.test(second?.text ?? '') && isNamed(source, callee, /^open$/);
  return isWritten && first !== null ? [first] : [];
};

const programsOf = (call: SyntaxNode): SyntaxNode[] => {
  const first = call.childForFieldName('arguments')?.firstNamedChild ?? null;
  if (first?.type !== 'list') return first === null ? [] : [first];
  const [program = null, script = null] = first.namedChildren;
  return [program, INTERPRETER.test(program?.text ?? '') ? script : null].filter((node) => node !== null);
};

/**
 * Two expressions name the same file if one of these is equal: the source text, the words of a string, the names in it.
 */
const keysOf = (node: SyntaxNode): string[] => {
  if (node.type !== 'string') return [node.text];
  const words = node.text.split(/[\s"'`]+/).filter((word) => /[\\/.]/.test(word) && !word.includes('{'));
  const names = node.descendantsOfType(['interpolation']).flatMap((part) => part?.namedChildren ?? []);
  return [...words, ...names.flatMap((name) => (name === null ? [] : [name.text]))];
};
