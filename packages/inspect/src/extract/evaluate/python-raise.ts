import { isKind, type Value } from '../values/value.ts';
import type { Interpreter } from './interpreter.ts';

/** Leaves the statement that certainly raises. Only thrown where the package itself would catch that. */
class PythonRaise extends Error {}

const raise = new PythonRaise('Python raises here');

/**
 * The result of a call or subscript. Throws if Python certainly raises there and a `try` of the module being loaded
 * catches it; elsewhere, the result is unknown and what follows is read nevertheless.
 */
export const orRaise = (run: Interpreter, result: Value): Value => {
  const isCertain = isKind(result, 'unknown') && result.hasRaised === true;
  if (isCertain && run.guards > (run.loading?.guards ?? 0)) throw raise;
  return result;
};

/** The result of the work; undefined if Python certainly raises in it. */
export const unlessRaised = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch (error) {
    if (error instanceof PythonRaise) return undefined;
    throw error;
  }
};

/** The results of work of which Python does only one. Those that certainly raise have none; all of them raise. */
export const resultsOf = (works: (() => Value)[]): [Value, ...Value[]] => {
  const [first, ...others] = works.map(unlessRaised).filter((result) => result !== undefined);
  if (first === undefined) throw raise;
  return [first, ...others];
};
