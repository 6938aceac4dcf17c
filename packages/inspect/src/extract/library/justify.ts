import { countCharacters } from '../values/characters.ts';
import type { NativeMethod } from './native-method.ts';

type TextMethod = NativeMethod<string>;

/** No result is wider; in characters. */
const widthMax = 1000n;

/** A text with spaces, or another character, around it. `before` says how many of the missing come before the text. */
export const justify =
  (before: (missing: number, width: number) => number): TextMethod =>
  (text, { positional: [width, fill = ' '] }) => {
    if (typeof width !== 'bigint' || width > widthMax || typeof fill !== 'string') return undefined;
    if (countCharacters(fill) !== 1) return undefined;
    const missing = Math.max(0, Number(width) - countCharacters(text));
    const ahead = before(missing, Number(width));
    return fill.repeat(ahead) + text + fill.repeat(missing - ahead);
  };

/** A text with zeros between its sign and the rest. */
export const zeroFill: TextMethod = (text, { positional: [width] }) => {
  if (typeof width !== 'bigint' || width > widthMax) return undefined;
  const sign = /^[+-]?/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(Math.max(0, Number(width) - countCharacters(text))) + text.slice(sign.length);
};
