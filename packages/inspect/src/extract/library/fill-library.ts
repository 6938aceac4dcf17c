import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeBuiltin, makeClass, makeDict, makeTuple, makeUnknown } from '../values/make-values.ts';
import type { Value } from '../values/value.ts';
import { describeBuiltinFunctions } from './builtin-functions.ts';
import { describeBuiltinTypes } from './builtin-types.ts';
import { classTests } from './class-tests.ts';
import { describeConfigParser } from './config-parser.ts';
import { describeConstantModules } from './constant-modules.ts';
import { describeDataFiles } from './data-files.ts';
import { describeEnvironment } from './environment.ts';
import { describeHost } from './host-types.ts';
import { describeImporting } from './importing.ts';
import { describeInspection } from './inspection.ts';
import { describeIterationTools } from './iteration-tools.ts';
import { type LibraryEntries, libraryFunction } from './library-entry.ts';
import { describeOperatingSystem } from './operating-system.ts';
import { describeOperators } from './operators.ts';
import { describeRegularExpressions } from './regular-expressions.ts';
import { describeStandardLibrary } from './standard-library.ts';

/** Libraries that load the modules of a package, as far as they only collect what the package itself has. */
const describeLoaderLibraries = (run: Interpreter): LibraryEntries => ({
  // Runs `nodes` in its own environment, and passes on the mappings that it finds there.
  'comfy_env.register_nodes': libraryFunction('register_nodes', () => {
    const variables = run.loadModule('nodes')?.variables;
    const mappings = variables?.get('NODE_CLASS_MAPPINGS');
    if (mappings === undefined) return undefined;
    return makeTuple([mappings, variables?.get('NODE_DISPLAY_NAME_MAPPINGS') ?? makeDict()]);
  }),
});

const exceptions = [
  'BaseException',
  'Exception',
  'ValueError',
  'TypeError',
  'KeyError',
  'IndexError',
  'AttributeError',
  'ImportError',
  'ModuleNotFoundError',
  'RuntimeError',
  'NotImplementedError',
  'OSError',
  'IOError',
  'FileNotFoundError',
  'StopIteration',
  'Warning',
  'UserWarning',
  'DeprecationWarning',
];

/** Fills in what the interpreter knows of the world outside the package. */
export const fillLibrary = (run: Interpreter): void => {
  const types = describeBuiltinTypes(run);
  const functions = { ...describeBuiltinFunctions(run), ...classTests };
  for (const [name, made] of types) run.builtins.set(name, made);
  for (const name of exceptions) run.builtins.set(name, makeClass(name));
  for (const [name, call] of Object.entries(functions)) {
    const known: Value = makeBuiltin(name, (given, source) => call(given, source) ?? makeUnknown(source));
    run.builtins.set(name, known);
  }
  const entries = {
    ...describeOperatingSystem(run),
    ...describeEnvironment(run),
    ...describeConfigParser(run),
    ...describeImporting(run),
    ...describeRegularExpressions(),
    ...describeLoaderLibraries(run),
    ...describeStandardLibrary(run, types),
    ...describeConstantModules(run),
    ...describeIterationTools(run),
    ...describeOperators(run),
    ...describeInspection(run),
    ...describeDataFiles(run),
    ...describeHost(run.hostMappings),
  };
  for (const [path, value] of Object.entries(entries)) run.library.set(path, value);
};
