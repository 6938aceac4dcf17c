import type { Statement } from '../syntax/syntax.ts';
import { makeUnknown } from '../values/make-values.ts';
import { isSequence, type ModuleValue, type Value } from '../values/value.ts';
import type { Completion, Interpreter } from './interpreter.ts';
import { resolveImport } from './resolve-import.ts';
import { searchFolders } from './search-folders.ts';
import { bind, type Scope } from './scope.ts';

type Kind<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

export function executeImport(run: Interpreter, statement: Kind<'import'>, scope: Scope): void {
  for (const { path, alias } of statement.names) {
    const [top = path] = path.split('.');
    const module = importModule(run, 0, path, scope);
    if (alias !== undefined) bind(scope, alias, module ?? importUnknown(run, path));
    else bind(scope, top, importModule(run, 0, top, scope) ?? importUnknown(run, top));
  }
}

/** Ends in `raise` when the module is surely missing and the exception would be caught. */
export function executeImportFrom(
  run: Interpreter,
  statement: Kind<'import-from'>,
  scope: Scope,
): Completion {
  const { level, path, names } = statement;
  const module = importModule(run, level, path, scope);
  if (module === undefined && level > 0 && path !== '') {
    if (run.guards > 0) return 'raise';
    const message = `imports ${'.'.repeat(level)}${path}, which is not in the package`;
    run.problems.push({ file: scope.module.file, line: statement.line, message });
  }
  if (module?.hasFailed === true && run.guards > 0) return 'raise';
  if (names === 'all') {
    if (module !== undefined) importAll(run, module, scope);
    return 'normal';
  }
  for (const { name, alias } of names) {
    bind(scope, alias ?? name, importName(run, module, path, name));
  }
  return 'normal';
}

function importModule(run: Interpreter, level: number, path: string, scope: Scope): ModuleValue | undefined {
  const resolved = resolveImport(run.files, searchFolders(run), scope.module.file, level, path);
  return resolved === undefined ? undefined : run.loadModule(resolved);
}

function importUnknown(run: Interpreter, path: string): Value {
  return run.library.get(path) ?? makeUnknown(path, { kind: 'import', path });
}

function importName(run: Interpreter, module: ModuleValue | undefined, path: string, name: string): Value {
  if (module === undefined) return importUnknown(run, path === '' ? name : `${path}.${name}`);
  return run.getAttribute(module, name, name) ?? makeUnknown(name);
}

function importAll(run: Interpreter, module: ModuleValue, scope: Scope): void {
  run.budget.spend(module.variables.size);
  const listed = module.variables.get('__all__');
  const names = isSequence(listed)
    ? listed.items.filter((item) => typeof item === 'string')
    : [...module.variables.keys()].filter((name) => !name.startsWith('_'));
  for (const name of names) {
    const value = run.getAttribute(module, name, name);
    if (value !== undefined) bind(scope, name, value);
  }
}
