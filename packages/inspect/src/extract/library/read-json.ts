import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeDict, makeList } from '../values/make-values.ts';
import { none, type Value } from '../values/value.ts';

const lengthMax = 500_000;

/** JSON text as Python's `json` reads it: numbers without a dot are integers. Undefined when it is not JSON. */
export const readJson = (run: Interpreter, text: string): Value | undefined => {
  if (text.length > lengthMax) return undefined;
  run.budget.spend(1 + Math.floor(text.length / 8));
  try {
    return JSON.parse(text, reviveValue) as Value;
  } catch {
    return undefined;
  }
};

const reviveValue = (_key: string, value: unknown, context?: { source?: string }): unknown => {
  if (typeof value === 'number') return isIntegerText(context?.source) ? BigInt(context?.source ?? 0) : value;
  if (Array.isArray(value)) return makeList(value as Value[]);
  if (typeof value === 'object' && value !== null)
    return makeDict(Object.entries(value) as [string, Value][]);
  return value ?? none;
};

const isIntegerText = (source: string | undefined): boolean =>
  source !== undefined && /^-?\d{1,400}$/.test(source);
