import { formatBraces } from '../evaluate/format-braces.ts';
import { makeList, makeTuple } from '../values/make-values.ts';
import { isShuffled } from '../values/shuffled.ts';
import { isSequence, type Value, none } from '../values/value.ts';
import type { NativeMethod } from './native-method.ts';

type TextMethod = NativeMethod<string>;

/** A method without arguments. */
const plain =
  (change: (text: string) => Value): TextMethod =>
  (text, { positional }) =>
    positional.length === 0 ? change(text) : undefined;

/** A method with one other text as its argument. */
const withText =
  (combine: (text: string, other: string) => Value): TextMethod =>
  (text, { positional: [other] }) =>
    typeof other === 'string' ? combine(text, other) : undefined;

const affixTest =
  (test: (text: string, affix: string) => boolean): TextMethod =>
  (text, { positional: [affix] }) => {
    const affixes = isSequence(affix) ? affix.items : [affix];
    const known = affixes.filter((each) => typeof each === 'string');
    return known.length === affixes.length ? known.some((each) => test(text, each)) : undefined;
  };

const strip =
  (atStart: boolean, atEnd: boolean): TextMethod =>
  (text, { positional: [characters = ' \t\n\r\f\v'] }) => {
    if (typeof characters !== 'string') return undefined;
    const isKept = (character: string) => !characters.includes(character);
    const all = text.split('');
    const start = atStart ? all.findIndex(isKept) : 0;
    const end = atEnd ? all.findLastIndex(isKept) + 1 : text.length;
    return start === -1 ? '' : text.slice(start, end);
  };

const split = (
  text: string,
  separator: Value | undefined,
  limit: number,
  fromEnd: boolean,
): Value | undefined => {
  if (separator !== undefined && separator !== none && typeof separator !== 'string') return undefined;
  if (separator === '') return undefined;
  const parts = typeof separator === 'string' ? text.split(separator) : text.trim().split(/\s+/);
  const joint = typeof separator === 'string' ? separator : ' ';
  if (typeof separator !== 'string' && text.trim() === '') return makeList([]);
  if (limit < 0 || parts.length <= limit + 1) return makeList(parts);
  if (fromEnd) {
    const cut = parts.length - limit;
    return makeList([parts.slice(0, cut).join(joint), ...parts.slice(cut)]);
  }
  return makeList([...parts.slice(0, limit), parts.slice(limit).join(joint)]);
};

const splitter =
  (fromEnd: boolean): TextMethod =>
  (text, { positional: [separator, limit], keywords }, run) => {
    run.budget.spend(1 + Math.floor(text.length / 8));
    const most = limit ?? keywords.get('maxsplit') ?? -1n;
    return typeof most === 'bigint' ? split(text, separator, Number(most), fromEnd) : undefined;
  };

const partition = (at: (text: string, separator: string) => number): TextMethod =>
  withText((text, separator) => {
    const cut = at(text, separator);
    if (cut === -1) return makeTuple([text, '', '']);
    return makeTuple([text.slice(0, cut), separator, text.slice(cut + separator.length)]);
  });

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

const join: TextMethod = (text, { positional: [source = none] }, run) => {
  const items = run.iterate(source);
  if (items === undefined || isShuffled(source)) return undefined;
  const texts = items.filter((item) => typeof item === 'string');
  const length = texts.reduce((sum, each) => sum + each.length + text.length, 0);
  run.budget.spend(1 + Math.floor(length / 64));
  return texts.length === items.length && length <= 100_000 ? texts.join(text) : undefined;
};

const replace: TextMethod = (text, { positional: [from, to, count] }, run) => {
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  run.budget.spend(1 + Math.floor(text.length / 8));
  if (text.length * (to.length + 1) > 1_000_000) return undefined;
  return count === 1n ? text.replace(from, () => to) : text.replaceAll(from, () => to);
};

export const textMethods: Record<string, TextMethod> = {
  lower: plain((text) => text.toLowerCase()),
  casefold: plain((text) => text.toLowerCase()),
  upper: plain((text) => text.toUpperCase()),
  title: plain((text) => text.replaceAll(/[\p{L}]+/gu, capitalize)),
  capitalize: plain(capitalize),
  isupper: plain((text) => text !== text.toLowerCase() && text === text.toUpperCase()),
  islower: plain((text) => text !== text.toUpperCase() && text === text.toLowerCase()),
  isdigit: plain((text) => /^\d+$/.test(text)),
  isnumeric: plain((text) => /^\d+$/.test(text)),
  isalpha: plain((text) => /^\p{L}+$/u.test(text)),
  isalnum: plain((text) => /^[\p{L}\d]+$/u.test(text)),
  isidentifier: plain((text) => /^[\p{L}_][\p{L}\d_]*$/u.test(text)),
  strip: strip(true, true),
  lstrip: strip(true, false),
  rstrip: strip(false, true),
  startswith: affixTest((text, affix) => text.startsWith(affix)),
  endswith: affixTest((text, affix) => text.endsWith(affix)),
  removeprefix: withText((text, affix) => (text.startsWith(affix) ? text.slice(affix.length) : text)),
  removesuffix: withText((text, affix) =>
    text.endsWith(affix) && affix !== '' ? text.slice(0, -affix.length) : text,
  ),
  find: withText((text, part) => BigInt(text.indexOf(part))),
  index: withText((text, part) => BigInt(text.indexOf(part))),
  rfind: withText((text, part) => BigInt(text.lastIndexOf(part))),
  count: withText((text, part) => BigInt(part === '' ? text.length + 1 : text.split(part).length - 1)),
  split: splitter(false),
  rsplit: splitter(true),
  splitlines: plain((text) => makeList(text.split(/\r?\n/))),
  partition: partition((text, separator) => text.indexOf(separator)),
  rpartition: partition((text, separator) => text.lastIndexOf(separator)),
  join,
  replace,
  format: (text, given, run, source) => formatBraces(run, text, given, source),
  zfill: (text, { positional: [width] }) =>
    typeof width === 'bigint' && width < 1000n ? text.padStart(Number(width), '0') : undefined,
};
