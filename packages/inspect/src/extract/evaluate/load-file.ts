import { readModule } from '../syntax/read-module.ts';
import type { PythonParser } from '../../python/python-parser.ts';
import type { SyntaxTree } from '../../python/syntax-tree.ts';
import type { Statement } from '../syntax/syntax.ts';
import { setItem } from '../values/dict-items.ts';
import { makeList, makeModule } from '../values/make-values.ts';
import { isKind, none, type ModuleValue, type NoneValue, type Scope } from '../values/value.ts';
import { BudgetExceeded } from './budget.ts';
import { depthMax, type Completion, type Interpreter } from './interpreter.ts';
import { moduleName, outsidePath, parentPath } from './package-paths.ts';
import { moduleFileAt } from './resolve-import.ts';
import { reportProblem } from './report-problem.ts';
import { makeScope } from './scope.ts';

/** Larger files are data, not definitions; UTF-16 code units. */
const fileLengthMax = 2_000_000;
const fileStepsMax = 600_000;

/** The module at a path without extension, after its parents were loaded; undefined if there is none. */
export const loadModule = (run: Interpreter, parser: PythonParser, path: string): ModuleValue | undefined => {
  const file = moduleFileAt(run.files, path);
  if (file === undefined) return undefined;
  if (path === '' || run.modules.has(file)) return loadFile(run, parser, file);
  const parent = loadModule(run, parser, parentPath(path));
  const module = loadFile(run, parser, file);
  if (parent !== undefined && module !== undefined) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!parent.variables.has(name)) parent.variables.set(name, module);
  }
  return module;
};

/** Loads a file once. A second import gets the same module, even while the first is still loading it. */
export const loadFile = (run: Interpreter, parser: PythonParser, file: string): ModuleValue | undefined => {
  const loaded = run.modules.get(file);
  if (loaded !== undefined) return loaded;
  const module = makeModule(moduleName(file), file);
  run.modules.set(file, module);
  describeModule(module);
  const listed = run.library.get('sys.modules');
  if (isKind(listed, 'dict')) setItem(listed, module.name, module);
  if (file === '' || file.endsWith('/')) return module;
  if (!run.files.texts.has(file)) return undefined;
  const text = run.files.texts.get(file);
  if (text === undefined || text.length > fileLengthMax || run.depth > depthMax) {
    reportProblem(run, { file, line: 0, message: 'is too large to read' });
    return undefined;
  }
  module.text = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const outer = run.loading;
  run.loading = { module, guards: run.guards };
  run.depth += 1;
  try {
    executeModule(run, parser, module);
  } finally {
    run.depth -= 1;
    run.loading = outer;
  }
  return module;
};

const describeModule = (module: ModuleValue): void => {
  const { variables, file, name } = module;
  const isPackage = file.endsWith('/') || file.endsWith('__init__.py');
  variables.set('__name__', name);
  variables.set('__file__', outsidePath(file));
  variables.set('__package__', isPackage ? name : name.slice(0, Math.max(0, name.lastIndexOf('.'))));
  if (isPackage) {
    const folder = file.endsWith('/') ? file.slice(0, -1) : parentPath(file);
    variables.set('__path__', makeList([outsidePath(folder)]));
  }
};

const executeModule = (run: Interpreter, parser: PythonParser, module: ModuleValue): void => {
  const { file, text } = module;
  const tree = parser.parse(text, () => run.budget.isLate());
  if (tree === undefined) throw new BudgetExceeded('package');
  const { statements, faultyLines } = readModule(tree);
  const zero = text.indexOf('\0');
  if (zero !== -1) faultyLines.unshift(tree.lineAt(zero));
  for (const line of faultyLines)
    reportProblem(run, { file, line, message: `is not valid Python${shownLine(tree, line)}` });
  if (faultyLines.length > 0) module.isDoubtful = true;
  const scope = makeScope('module', module, undefined);
  module.variables.set('__doc__', docstringOf(statements));
  let steps = 0;
  for (const statement of statements) {
    const outcome = executeTopLevel(run, statement, scope);
    steps += outcome.steps;
    module.hasFailed = outcome.completion === 'raise';
    if (module.hasFailed) {
      module.isDoubtful = true;
      reportProblem(run, { file, line: statement.line, message: 'raises while it is imported' });
      return;
    }
    if (steps < fileStepsMax) continue;
    const message = 'the rest of the file would need too many steps';
    reportProblem(run, { file, line: statement.line, message });
    return;
  }
};

/** UTF-16 code units of a faulty line that are shown. */
const shownLengthMax = 80;

/** What is on a line, as the rest of a sentence. */
const shownLine = (tree: SyntaxTree, line: number): string => {
  const text = tree
    .textOfLine(line, 10 * shownLengthMax)
    .replaceAll(/\p{C}+/gu, ' ')
    .trim();
  if (text === '') return '';
  return `: ${text.length > shownLengthMax ? `${text.slice(0, shownLengthMax).toWellFormed()}…` : text}`;
};

/** Runs one statement with its own allowance, so that an expensive one does not stop those after it. */
const executeTopLevel = (
  run: Interpreter,
  statement: Statement,
  scope: Scope,
): { completion: Completion; steps: number } =>
  run.budget.inUnit(() => {
    try {
      return { completion: run.execute([statement], scope), steps: run.budget.unitSteps };
    } catch (error) {
      if (!(error instanceof BudgetExceeded) || error.scope === 'package') throw error;
      reportProblem(run, { file: scope.module.file, line: statement.line, message: error.message });
      return { completion: 'normal', steps: run.budget.unitSteps };
    }
  });

/** The docstring of a body, or None. */
export const docstringOf = (statements: Statement[]): string | NoneValue => {
  const [first] = statements;
  if (first?.kind !== 'expression' || first.value.kind !== 'constant') return none;
  return typeof first.value.value === 'string' ? first.value.value : none;
};
