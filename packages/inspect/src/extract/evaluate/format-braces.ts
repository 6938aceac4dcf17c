import { makeUnknown } from '../values/make-values.ts';
import type { CallArguments, Value } from '../values/value.ts';
import { formatConverted } from './format-specified.ts';
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
    const shown =
      value === undefined
        ? undefined
        : formatConverted(showInstance(run, value), String(conversion ?? ''), String(specifier ?? ''));
    isKnown &&= shown !== undefined;
    return shown ?? '';
  });
  return isKnown ? formatted : makeUnknown(source);
};

const isIndex = (name: string): boolean => /^\d*$/.test(name);
