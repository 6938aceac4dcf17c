import type { SyntaxNode } from '../../python/syntax-tree.ts';
import type { PythonSource } from './read-source.ts';
import { isNamed } from './resolve-name.ts';

const DOWNLOADS = /\b(?:requests|httpx|urlopen|urlretrieve|urllib3?|aiohttp|wget)\b/;
const INTERPRETER = /^(?:["'].{0,40}(?:python|sh|node|cmd|start|open)[\d.]*(?:\.exe)?["']|sys\.executable)$/;

/** The source text of the expressions that name the files into which a source writes its downloads. */
export const findDownloads = (source: PythonSource): ReadonlySet<string> => {
  if (!DOWNLOADS.test(source.text)) return new Set();
  return new Set(source.calls.flatMap((call) => targetOf(source, call)).flatMap(keysOf));
};

/** Whether a call starts one of them as a program, or passes one to an interpreter as a script. */
export const startsOneOf = (downloads: ReadonlySet<string>, call: SyntaxNode): boolean =>
  downloads.size > 0 && programsOf(call).some((program) => keysOf(program).some((key) => downloads.has(key)));

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
