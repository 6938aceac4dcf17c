import { BudgetExceeded } from '../evaluate/budget.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeUnknown } from '../values/make-values.ts';
import { isKind, type ClassValue, type Value } from '../values/value.ts';
import { FieldCollector } from './field-collector.ts';

/** The fields of a class that declares itself by class attributes and `INPUT_TYPES`. */
export const readMappedClass = (run: Interpreter, made: ClassValue): FieldCollector => {
  const fields = new FieldCollector();
  const attribute = (name: string) => {
    const source = `${made.name}.${name}`;
    return withinBudget(run, made, source, () => run.getAttribute(made, name, source));
  };
  fields.addText('category', attribute('CATEGORY'));
  fields.addText('description', attribute('DESCRIPTION'));
  fields.addText('function', attribute('FUNCTION'));
  fields.addFlag('deprecated', attribute('DEPRECATED'));
  fields.addFlag('experimental', attribute('EXPERIMENTAL'));
  fields.addFlag('output_node', attribute('OUTPUT_NODE'));
  fields.addFlag('input_is_list', attribute('INPUT_IS_LIST'));
  fields.addFlags(attribute('OUTPUT_IS_LIST'));
  fields.addTexts('output_tooltips', attribute('OUTPUT_TOOLTIPS'));
  fields.addTexts('search_aliases', attribute('SEARCH_ALIASES'));
  fields.addJson('return_types', attribute('RETURN_TYPES'));
  fields.addJson('return_names', attribute('RETURN_NAMES'));
  const inputs = withinBudget(run, made, `${made.name}.INPUT_TYPES()`, () =>
    readInputTypes(run, made, attribute('INPUT_TYPES')),
  );
  fields.addJson('input_types', inputs);
  return fields;
};

/** Runs one part of the reading. If it takes too many steps, its result is unknown and the other parts still run. */
const withinBudget = (
  run: Interpreter,
  made: ClassValue,
  source: string,
  read: () => Value | undefined,
): Value | undefined => {
  try {
    return run.budget.inUnit(read);
  } catch (error) {
    if (!(error instanceof BudgetExceeded) || error.scope === 'package') throw error;
    run.problems.push({ file: made.file, line: made.line, message: `${source} ${error.message}` });
    return makeUnknown(source);
  }
};

/** What `INPUT_TYPES` returns, even if its author forgot `@classmethod`. */
const readInputTypes = (
  run: Interpreter,
  made: ClassValue,
  declared: Value | undefined,
): Value | undefined => {
  if (declared === undefined || isKind(declared, 'dict') || isKind(declared, 'unknown')) return declared;
  const isUnbound = isKind(declared, 'function') && declared.binding === 'instance';
  const positional = isUnbound && declared.parameters.length > 0 ? [made] : [];
  return run.call(declared, { positional, keywords: new Map() }, `${made.name}.INPUT_TYPES()`);
};
