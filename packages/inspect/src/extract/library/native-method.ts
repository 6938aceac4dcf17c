import type { Interpreter } from '../evaluate/interpreter.ts';
import type { CallArguments, Value } from '../values/value.ts';

/** A method of a built-in type: undefined when the result cannot be known. */
export type NativeMethod<Self> = (
  self: Self,
  given: CallArguments,
  run: Interpreter,
  source: string,
) => Value | undefined;
