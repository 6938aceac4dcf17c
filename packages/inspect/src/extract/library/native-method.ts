import type { Interpreter } from '../evaluate/interpreter.ts';
import type { CallArguments, Value } from '../values/value.ts';

/** A method of a built-in type. Returns undefined if the result is unknown. */
export type NativeMethod<Self> = (
  self: Self,
  given: CallArguments,
  run: Interpreter,
  source: string,
) => Value | undefined;
