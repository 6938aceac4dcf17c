import { deriveClass } from '../evaluate/define-class.ts';
import { mergeIntoDict } from '../evaluate/merge-into-dict.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { copyDict, setItem } from '../values/dict-items.ts';
import { makeClass, makeDict, makeList, makeSet, makeTuple, makeUnknown } from '../values/make-values.ts';
import { showValue } from '../values/show-value.ts';
import { isShuffled, shuffledLike } from '../values/shuffled.ts';
import { truthOf } from '../values/truth-of.ts';
import { isKind, isSequence, type ClassValue, type NativeKind, type Value } from '../values/value.ts';
import { showInstance } from '../evaluate/format-text.ts';
import type { LibraryFunction } from './library-entry.ts';

/** Python's built-in types, callable as such and usable as bases. */
export const describeBuiltinTypes = (run: Interpreter): Map<string, ClassValue> => {
  const iterate = (value: Value | undefined) => (value === undefined ? [] : run.iterate(value));
  const collect =
    (make: (items: Value[]) => Value): LibraryFunction =>
    ({ positional: [source] }) => {
      const items = iterate(source);
      if (items === undefined) return undefined;
      run.budget.spend(items.length);
      const made = make([...items]);
      return isSequence(made) ? shuffledLike(made, isShuffled(source)) : made;
    };
  const types: [string, NativeKind | undefined, LibraryFunction][] = [
    ['str', 'str', ({ positional: [value = ''] }) => showValue(showInstance(run, value))],
    [
      'int',
      'int',
      ({ positional: [value = 0n, base], keywords }) => toInteger(value, base ?? keywords.get('base')),
    ],
    ['float', 'float', ({ positional: [value = 0] }) => toFloat(value)],
    ['bool', 'int', ({ positional: [value = false] }) => truthOf(value)],
    ['list', 'list', collect(makeList)],
    ['tuple', 'tuple', collect(makeTuple)],
    ['set', 'set', collect(makeSet)],
    ['frozenset', 'set', collect(makeSet)],
    ['dict', 'dict', (given) => makeDictFrom(run, given.positional, given.keywords)],
    ['type', undefined, ({ positional }) => makeType(run, positional)],
  ];
  return new Map([
    ...types.map(([name, native, construct]) => [name, builtinType(name, native, construct)] as const),
    ['object', makeClass('object')] as const,
  ]);
};

const builtinType = (name: string, native: NativeKind | undefined, construct: LibraryFunction): ClassValue =>
  makeClass(name, {
    native,
    construct: (given, source) => construct(given, source) ?? makeUnknown(source),
  });

/** `int(text, base)`: digits of that base, with the prefix that Python allows; undefined if it raises. */
const parseInteger = (text: string, base: number): bigint | undefined => {
  const [, sign = '', prefix = '', digits = ''] =
    /^\s*([+-]?)(0[xob])?([0-9a-z](?:_?[0-9a-z]){0,400})\s*$/i.exec(text) ?? [];
  const prefixed = { '0x': 16, '0o': 8, '0b': 2 }[prefix.toLowerCase()];
  const used = base === 0 ? (prefixed ?? 10) : base;
  // In base 16, `0b1` is a number without a prefix.
  const all = prefixed !== undefined && prefixed !== used ? prefix.slice(1) + digits : digits;
  if (all === '' || used < 2 || used > 36) return undefined;
  let number = 0n;
  for (const digit of all.replaceAll('_', '').toLowerCase()) {
    const place = Number.parseInt(digit, 36);
    if (!(place < used)) return undefined;
    number = number * BigInt(used) + BigInt(place);
  }
  return sign === '-' ? -number : number;
};

const toInteger = (value: Value, base?: Value): Value | undefined => {
  if (base !== undefined) {
    return typeof value === 'string' && typeof base === 'bigint'
      ? parseInteger(value, Number(base))
      : undefined;
  }
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return BigInt(value);
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
  return typeof value === 'string' && /^\s*[+-]?\d{1,400}\s*$/.test(value) ? BigInt(value.trim()) : undefined;
};

const toFloat = (value: Value): Value | undefined => {
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  const infinite = /^([+-]?)inf(inity)?$/.exec(text);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
};

const makeDictFrom = (run: Interpreter, positional: Value[], keywords: Map<string, Value>): Value => {
  const [source] = positional;
  const dict = isKind(source, 'dict') ? copyDict(source) : makeDict();
  if (source !== undefined && !isKind(source, 'dict'))
    mergeIntoDict(run, dict, source, isKind(source, 'unknown') ? source.source : '');
  for (const [name, value] of keywords) setItem(dict, name, value);
  return dict;
};

/** `type(value)`, and `type(name, bases, attributes)`, which creates a class. */
const makeType = (run: Interpreter, positional: Value[]): Value | undefined => {
  const [subject, bases, content] = positional;
  if (typeof subject === 'string' && isSequence(bases) && isKind(content, 'dict')) {
    const made = deriveClass(run, subject, bases.items);
    for (const { key, value } of content.entries.values()) {
      if (typeof key === 'string') made.attributes.set(key, value);
    }
    return made;
  }
  return isKind(subject, 'instance') ? subject.class : undefined;
};
