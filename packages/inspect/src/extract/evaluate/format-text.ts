import type { Expression, FormatField } from '../syntax/syntax.ts';
import { makeUnknown } from '../values/make-values.ts';
import { isKind, type Value, type Scope } from '../values/value.ts';
import { textLengthMax } from './apply-operator.ts';
import { formatConverted } from './format-specified.ts';
import type { Interpreter } from './interpreter.ts';

/** An f-string; unknown as a whole if one of its fields is unknown. */
export const formatText = (
  run: Interpreter,
  parts: (string | FormatField)[],
  scope: Scope,
  source: string,
): Value => {
  let text = '';
  for (const part of parts) {
    const shown = typeof part === 'string' ? part : formatField(part, evaluateField(run, part.value, scope));
    if (shown === undefined) return makeUnknown(source);
    text += shown;
    run.budget.spend(1 + Math.floor(shown.length / 64));
    if (text.length > textLengthMax) return makeUnknown(source);
  }
  return text;
};

const evaluateField = (run: Interpreter, field: Expression, scope: Scope): Value => {
  const value = run.evaluate(field, scope);
  return showInstance(run, value);
};

/** The text of an object with its own `__str__`. */
export const showInstance = (run: Interpreter, value: Value): Value => {
  if (!isKind(value, 'instance') || value.native !== undefined) return value;
  const method = run.getAttribute(value, '__str__', '') ?? run.getAttribute(value, '__repr__', '');
  return isKind(method, 'method') ? run.call(method, { positional: [], keywords: new Map() }, '') : value;
};

const formatField = (field: FormatField, value: Value): string | undefined => {
  if (field.specifier === undefined) return undefined;
  return formatConverted(value, field.conversion, field.specifier);
};
