import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { sitesOfCallee } from './find-targets.ts';
import type { PythonSource } from './python-source.ts';
import { nameOfOwn } from './read-source.ts';

/** A value that a function returns, and the file that it stands in. */
export interface Returned {
  source: PythonSource;
  node: SyntaxNode;
}

/**
 * What the functions that a call may refer to return. Those of the file are found by the plain name, by the name of a
 * method of `self`, or by the class of an object.
 */
export const returnsOf = (source: PythonSource, call: SyntaxNode): readonly Returned[] => {
  const callee = call.childForFieldName('function');
  const own = nameOfOwn(callee);
  const names =
    own === ''
      ? sitesOfCallee(source, callee).flatMap(({ file, name = '' }) => (file === source.file ? [name] : []))
      : [own];
  const returns = names.flatMap((name) => source.returns.get(name) ?? []);
  return [...returns.map((node) => ({ source, node })), ...importedReturns(source, call)];
};

/** Only of functions of other files. */
export const importedReturns = (source: PythonSource, call: SyntaxNode): readonly Returned[] =>
  sitesOfCallee(source, call.childForFieldName('function')).flatMap(({ file, name = '' }) => {
    if (file === source.file) return [];
    const holder = source.others.open(file);
    return (holder.returns.get(name) ?? []).map((node) => ({ source: holder, node }));
  });
