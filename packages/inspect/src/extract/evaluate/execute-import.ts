import type { Statement } from '../syntax/syntax.ts';
import { perhapsOf } from '../values/loose-members.ts';
import { makeUnknown } from '../values/make-values.ts';
import { isKind, isSequence, type ModuleValue, type Value, type Scope } from '../values/value.ts';
import type { Completion, Interpreter } from './interpreter.ts';
import { doubtMembers } from '../values/join-values.ts';
import { doubtLoading, reportProblem } from './report-problem.ts';
import { findKnown } from '../library/host-classes.ts';
import { isAlwaysThere, isOutsidePackages } from '../../python/outside-modules.ts';
import { resolveImport } from './resolve-import.ts';
import { searchFolders } from './search-folders.ts';
import { bind } from './scope.ts';

type Kind<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

export const executeImport = (run: Interpreter, statement: Kind<'import'>, scope: Scope): void => {
  for (const { path, alias } of statement.names) {
    const [top = path] = path.split('.');
    const module = importModule(run, 0, path, scope);
    if (alias !== undefined) bind(run, scope, alias, module ?? importUnknown(run, path));
    else bind(run, scope, top, importModule(run, 0, top, scope) ?? importUnknown(run, top));
  }
};

/** Results in `raise` if the module is certainly missing and the exception would be caught. */
export const executeImportFrom = (
  run: Interpreter,
  statement: Kind<'import-from'>,
  scope: Scope,
): Completion => {
  const { level, path, names } = statement;
  const module = importModule(run, level, path, scope);
  const miss = (name: string) => {
    const message = `imports ${name}, which is not in the package`;
    reportProblem(run, { file: scope.module.file, line: statement.line, message });
    doubtLoading(run);
  };
  if (module === undefined && level > 0) {
    miss(`${'.'.repeat(level)}${path}`);
    if (run.guards > 0) return 'raise';
  }
  if (module?.hasFailed === true && run.guards > 0) return 'raise';
  if (names === 'all') {
    if (module !== undefined) importAll(run, module, scope);
    else if (level === 0 && !isOutsidePackages(path)) miss(`all of ${path}`);
    return 'normal';
  }
  for (const { name, alias } of names) {
    const value = importName(run, module, path, name);
    if (isKind(value, 'module') && value.isDoubtful) {
      if (value.hasFailed && run.guards > 0) return 'raise';
      doubtLoading(run);
    }
    bind(run, scope, alias ?? name, value ?? makeUnknown(name));
    if (value === undefined && level > 0 && path === '') miss(`${'.'.repeat(level)}${name}`);
  }
  return 'normal';
};

const importModule = (
  run: Interpreter,
  level: number,
  path: string,
  scope: Scope,
): ModuleValue | undefined => {
  const resolved = resolveImport(run.files, searchFolders(run), scope.module.file, level, path);
  const module = resolved === undefined ? undefined : run.loadModule(resolved);
  if (module?.isDoubtful === true) doubtLoading(run);
  return module;
};

/**
 * A module outside the package. Only the host knows whether it is installed, unless it belongs to the host or to
 * Python.
 */
const importUnknown = (run: Interpreter, path: string): Value => {
  if (!isAlwaysThere(path)) run.doubts += 1;
  return findKnown(run, path) ?? makeUnknown(path, { kind: 'import', path });
};

const importName = (
  run: Interpreter,
  module: ModuleValue | undefined,
  path: string,
  name: string,
): Value | undefined => {
  if (module === undefined) return importUnknown(run, path === '' ? name : `${path}.${name}`);
  const value = run.getAttribute(module, name, name);
  return module.isDoubtful && value !== undefined ? doubtMembers(value) : value;
};

const importAll = (run: Interpreter, module: ModuleValue, scope: Scope): void => {
  run.budget.spend(module.variables.size);
  const listed = module.variables.get('__all__');
  const names = isSequence(listed)
    ? listed.items.map(perhapsOf).filter((item) => typeof item === 'string')
    : [...module.variables.keys()].filter((name) => !name.startsWith('_'));
  for (const name of names) {
    const value = run.getAttribute(module, name, name);
    if (value !== undefined) bind(run, scope, name, module.isDoubtful ? doubtMembers(value) : value);
  }
};
