import { makeEnvironment } from '../library/environment.ts';
import { fillLibrary } from '../library/fill-library.ts';
import type { PythonParser } from '../../python/python-parser.ts';
import { makeDict } from '../values/make-values.ts';
import type { Budget } from './budget.ts';
import { callValue } from './call-value.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { executeStatements } from './execute-statements.ts';
import { getAttribute } from './get-attribute.ts';
import type { Interpreter } from './interpreter.ts';
import { iterateValue } from './iterate-value.ts';
import { indexFiles, type SourceFiles } from './package-files.ts';
import { openJournal } from './journal.ts';
import { loadFile, loadModule } from './load-file.ts';

/** The maximum length of the source text that stands for an unknown expression. */
const sourceLengthMax = 400;

/** An interpreter of one package, with nothing loaded yet. */
export const createInterpreter = (texts: SourceFiles, parser: PythonParser, budget: Budget): Interpreter => {
  const run: Interpreter = {
    files: indexFiles(texts),
    budget,
    problems: [],
    library: new Map(),
    builtins: new Map(),
    modules: new Map(),
    hostMappings: makeDict(),
    environment: makeEnvironment(),
    journal: openJournal(),
    doubts: 0,
    uncertainty: 0,
    depth: 0,
    making: [],
    active: new Map(),
    mayHaveLeft: false,
    guards: 0,
    loading: undefined,
    evaluate: (expression, scope) => evaluateExpression(run, expression, scope),
    execute: (statements, scope) => executeStatements(run, statements, scope),
    call: (callee, given, source) => callValue(run, callee, given, source),
    getAttribute: (object, name, source) => getAttribute(run, object, name, source),
    iterate: (value) => iterateValue(run, value),
    loadModule: (path) => loadModule(run, parser, path),
    loadFile: (file) => loadFile(run, parser, file),
    sourceOf: ({ start, end }, scope) =>
      scope.module.text.slice(start, Math.min(end, start + sourceLengthMax)),
  };
  fillLibrary(run);
  return run;
};
