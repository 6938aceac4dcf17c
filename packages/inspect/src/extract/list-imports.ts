import type { SyntaxNode } from '../python/syntax-tree.ts';
import { createPythonParser } from '../python/python-parser.ts';
import { readImport, readImportFrom } from './syntax/read-import.ts';
import type { Statement } from './syntax/syntax.ts';

/** A module that a source imports. */
export interface ImportedModule {
  /** The number of leading dots; 0 for an absolute name. */
  level: number;
  /** With slashes in place of dots. */
  path: string;
  /** From 1. */
  line: number;
}

/**
 * The modules that a Python source may import, anywhere in it. For `from a import b` these are `a` and `a/b`, because b
 * may be a module. The source is parsed but never run.
 */
export const listImports = async (source: string): Promise<ImportedModule[]> => {
  const parser = await createPythonParser();
  const imports = parser
    .parse(source)
    ?.rootNode.descendantsOfType(['import_statement', 'import_from_statement']);
  return (imports ?? []).flatMap((node) => modulesOf(readStatement(node)));
};

const readStatement = (node: SyntaxNode): Statement =>
  node.type === 'import_statement' ? readImport(node) : readImportFrom(node);

const modulesOf = (statement: Statement): ImportedModule[] => {
  const { line } = statement;
  if (statement.kind === 'import') {
    return statement.names.map(({ path }) => ({ level: 0, path: path.replaceAll('.', '/'), line }));
  }
  if (statement.kind !== 'import-from') return [];
  const { level, names } = statement;
  const module = statement.path.replaceAll('.', '/');
  const members =
    names === 'all' ? [] : names.map(({ name }) => (module === '' ? name : `${module}/${name}`));
  return [...(module === '' ? [] : [module]), ...members].map((path) => ({ level, path, line }));
};
