import type { Expression, Span, Statement } from '../syntax/syntax.ts';
import type { CallArguments, ClassValue, DictValue, ModuleValue, Value, Scope } from '../values/value.ts';
import type { PackageFiles } from './package-files.ts';
import type { Budget } from './budget.ts';
import type { Journal } from './journal.ts';

/** The maximum depth of evaluation: far below the limit of the stack, far above what definitions need. */
export const depthMax = 240;

/** How a run of statements ended. */
export type Completion = 'normal' | 'break' | 'continue' | 'return' | 'raise';

export interface ExtractionProblem {
  /** Path inside the package; empty when no single file is at fault. */
  file: string;
  /** Counted from 1; 0 when no single line is at fault. */
  line: number;
  message: string;
}

/**
 * The parts of the evaluator. One object holds them, because evaluating, calling and importing each need the other two.
 */
export interface Interpreter {
  readonly files: PackageFiles;
  readonly budget: Budget;
  readonly problems: ExtractionProblem[];
  /** What is known of Python's own and the host's modules, by dotted path (`os.path.join`). */
  readonly library: Map<string, Value>;
  readonly builtins: Map<string, Value>;
  /** The modules of the package loaded so far, by file; a folder without `__init__.py` by its path and a slash. */
  readonly modules: Map<string, ModuleValue>;
  /** The host's own `nodes.NODE_CLASS_MAPPINGS`, for packages that write there directly. */
  readonly hostMappings: DictValue;
  /** `os.environ` */
  readonly environment: DictValue;
  /**
   * What the innermost branch that may not run has changed so far; outside of those, what the package has changed of
   * the library, which others share.
   */
  journal: Journal;
  /** How often something was unknown so far, and therefore might have raised. */
  doubts: number;
  /** Above zero inside a branch that may not run. */
  uncertainty: number;
  /** The number of nested evaluations, blocks and imports. */
  depth: number;
  /** The classes that a metaclass is processing, innermost last. */
  readonly making: ClassValue[];
  /** The functions on the call stack, and how often each. */
  readonly active: Map<object, number>;
  /** Set if a branch that may not run would have left the loop or function around it. */
  mayHaveLeft: boolean;
  /** Above zero where an exception would be caught. */
  guards: number;
  /** The module being loaded, and the guards around its loading. */
  loading: { module: ModuleValue; guards: number } | undefined;

  evaluate(expression: Expression, scope: Scope): Value;
  execute(statements: Statement[], scope: Scope): Completion;
  /** `source` names the result if it is unknown. */
  call(callee: Value, given: CallArguments, source: string): Value;
  /** Undefined if the object certainly lacks the attribute. */
  getAttribute(object: Value, name: string, source: string): Value | undefined;
  /** The items that a loop would get; undefined if they are unknown. */
  iterate(value: Value): Value[] | undefined;
  /** Loads the module at a path without extension (`nodes/image`; empty for the root); undefined if there is none. */
  loadModule(path: string): ModuleValue | undefined;
  /** Loads one file of any name; undefined if the package has no such file. */
  loadFile(file: string): ModuleValue | undefined;
  sourceOf(span: Span, scope: Scope): string;
}
