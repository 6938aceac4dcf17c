import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { appendTo } from './append-to.ts';
import { findBindings, importedSites } from './find-bindings.ts';
import { holdersOf } from './find-holders.ts';
import type { PythonSource, Site } from './python-source.ts';

export const targetKey = ({ file, name }: Site): string => `${file}\0${name ?? ''}`;

const known = new WeakMap<PythonSource, ReadonlyMap<string, SyntaxNode[]>>();

/** The calls in a file by what they call, if another file of the package defines that. */
export const targetsOf = (source: PythonSource): ReadonlyMap<string, SyntaxNode[]> => {
  const found = known.get(source);
  if (found !== undefined) return found;
  const targets = new Map<string, SyntaxNode[]>();
  for (const call of source.calls) {
    const sites = sitesOfCallee(source, call.childForFieldName('function'));
    for (const key of new Set(sites.filter(({ file }) => file !== source.file).map(targetKey)))
      appendTo(targets, key, call);
  }
  known.set(source, targets);
  return targets;
};

const DEPTH_MAX = 4;

/** Where the package defines a function that is called. A method has the name of its own and the file of its class. */
export const sitesOfCallee = (
  source: PythonSource,
  callee: SyntaxNode | null,
  depth = 0,
): readonly Site[] => {
  if (callee === null || depth > DEPTH_MAX) return [];
  if (callee.type === 'parenthesized_expression')
    return sitesOfCallee(source, callee.firstNamedChild, depth + 1);
  if (callee.type === 'identifier') {
    const found = findBindings(source, callee);
    const values = (found?.bindings ?? []).flatMap(({ value }) =>
      /^(?:identifier|attribute)$/.test(value?.type ?? '') ? [value] : [],
    );
    return [
      ...importedSites(source, callee, found),
      ...values.flatMap((value) => sitesOfCallee(source, value, depth + 1)),
    ];
  }
  if (callee.type !== 'attribute') return [];
  const name = callee.childForFieldName('attribute')?.text ?? '';
  return holdersOf(source, callee.childForFieldName('object')).flatMap(({ file, className }) =>
    className === undefined ? source.others.sitesOf(file, name) : [{ file, name }],
  );
};
