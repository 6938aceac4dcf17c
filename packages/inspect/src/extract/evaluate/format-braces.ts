import { makeUnknown } from '../values/make-values.ts';
import { reprValue, showValue } from '../values/show-value.ts';
import type { CallArguments, Value } from '../values/value.ts';
import { formatSpecified } from './format-specified.ts';
import { showInstance } from './format-text.ts';
import type { Interpreter } from './interpreter.ts';

const field = /\{\{|\}\}|\{([^{}!:]{0,80})(?:!([rsa]))?(?::([^{}]{0,20}))?\}/g;

/** `text.format(...)`; unknown if a field is unknown. */
export const formatBraces = (run: Interpreter, text: string, given: CallArguments, source: string): Value => {
  run.budget.spend(1 + Math.floor(text.length / 64));
  let position = 0;
  let isKnown = true;
  const formatted = text.replace(field, (whole, path: string | undefined, conversion, specifier) => {
    if (whole === '{{' || whole === '}}') return whole.slice(1);
    const [name = '', ...attributes] = (path ?? '').split('.');
    let value: Value | undefined = isIndex(name)
      ? given.positional[name === '' ? position++ : Number(name)]
      : given.keywords.get(name);
    for (const attribute of attributes) {
      value = value === undefined ? undefined : run.getAttribute(value, attribute, source);
    }
    const shown = value === undefined ? undefined : show(showInstance(run, value), conversion, specifier);
    isKnown &&= shown !== undefined;
    return shown ?? '';
  });
  return isKnown ? formatted : makeUnknown(source);
};

const isIndex = (name: string): boolean => /^\d*$/.test(name);

const show = (value: Value, conversion: unknown, specifier: unknown): string | undefined => {
  if (conversion === 'r') return reprValue(value);
  if (typeof specifier === 'string' && specifier !== '') return formatSpecified(value, specifier);
  return showValue(value);
};
