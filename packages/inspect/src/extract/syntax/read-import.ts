import type { SyntaxNode } from '../../python/syntax-tree.ts';
import type { ImportedName, Statement } from './syntax.ts';

/** `import a.b as c, d` */
export const readImport = (node: SyntaxNode): Statement => {
  const names = node
    .childrenForFieldName('name')
    .map(readImportedName)
    .map(({ name, alias }) => ({ path: name, alias }));
  return { kind: 'import', names, line: node.line };
};

/** `from ..a import b as c` or `from a import *`; the level is the number of leading dots. */
export const readImportFrom = (node: SyntaxNode): Statement => {
  const source = node.childForFieldName('module_name');
  const dots = source?.namedChildren.find((child) => child.type === 'import_prefix');
  const relativePath = source?.namedChildren.find((child) => child.type === 'dotted_name');
  const path = source?.type === 'relative_import' ? (relativePath?.text ?? '') : (source?.text ?? '');
  const takesAll = node.namedChildren.some((child) => child.type === 'wildcard_import');
  return {
    kind: 'import-from',
    level: dots?.text.replaceAll(/\s/g, '').length ?? 0,
    path: path.replaceAll(/\s/g, ''),
    names: takesAll ? 'all' : node.childrenForFieldName('name').map(readImportedName),
    line: node.line,
  };
};

const readImportedName = (node: SyntaxNode): ImportedName => {
  if (node.type !== 'aliased_import') return { name: node.text, alias: undefined };
  return {
    name: node.childForFieldName('name')?.text ?? '',
    alias: node.childForFieldName('alias')?.text,
  };
};
