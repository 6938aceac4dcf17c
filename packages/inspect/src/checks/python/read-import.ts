import type { SyntaxNode } from '../../python/syntax-tree.ts';

/** The names that an import statement binds, each with the dotted name it stands for; "*" for all of a module. */
export const readImport = (statement: SyntaxNode): [name: string, dotted: string][] => {
  const module = statement.childForFieldName('module_name');
  const prefix = module === null ? '' : `${module.text}.`;
  if (statement.namedChildren.some((child) => child?.type === 'wildcard_import')) return [['*', prefix]];
  return statement.childrenForFieldName('name').flatMap((imported): [string, string][] => {
    if (imported === null) return [];
    const alias = imported.childForFieldName('alias');
    if (alias !== null) return [[alias.text, prefix + (imported.childForFieldName('name')?.text ?? '')]];
    if (module !== null) return [[imported.text, prefix + imported.text]];
    const root = imported.text.split('.')[0] ?? '';
    return [[root, root]];
  });
};
