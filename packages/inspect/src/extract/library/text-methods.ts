import { formatBraces } from '../evaluate/format-braces.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { charactersOf, countCharacters } from '../values/characters.ts';
import { makeRaised, makeTuple } from '../values/make-values.ts';
import { isShuffled } from '../values/shuffled.ts';
import { isSequence, type Value, none } from '../values/value.ts';
import { justify, zeroFill } from './justify.ts';
import type { NativeMethod } from './native-method.ts';
import { splitLines, splitter, stripper } from './split-text.ts';

type TextMethod = NativeMethod<string>;

/** No text of a result is longer; UTF-16 code units. */
const lengthMax = 100_000;

/** A method without arguments. */
const plain =
  (change: (text: string) => Value | undefined): TextMethod =>
  (text, { positional, keywords }) =>
    positional.length === 0 && keywords.size === 0 ? change(text) : undefined;

/** A method with one other text as its argument. */
const withText =
  (combine: (text: string, other: string) => Value): TextMethod =>
  (text, { positional: [other, ...more] }) =>
    typeof other === 'string' && more.length === 0 ? combine(text, other) : undefined;

/** The part of a text between two of its places, as Python clamps them, and where it begins; in characters. */
const partOf = (
  run: Interpreter,
  text: string,
  places: Value[],
): { part: string; start: number } | undefined => {
  if (places.length === 0) return { part: text, start: 0 };
  const known = places.map((place) => (place === none ? undefined : place));
  if (!known.every((place) => place === undefined || typeof place === 'bigint')) return undefined;
  const characters = charactersOf(run.budget, text);
  const [start = 0, end = characters.length] = known.map((place, index) => {
    const at = place === undefined ? (index === 0 ? 0 : characters.length) : Number(place);
    return Math.max(0, at < 0 ? at + characters.length : at);
  });
  // Beyond its end a text has no part at all, not even an empty one.
  if (start > Math.min(end, characters.length)) return undefined;
  const part = characters.slice(start, end);
  return { part: typeof part === 'string' ? part : part.join(''), start };
};

/** `find` and its like: the place of another text in a part of this one, in characters. */
const finder =
  (search: (part: string, other: string) => number, missing: (source: string) => Value): TextMethod =>
  (text, { positional: [other, ...places] }, run, source) => {
    const found = partOf(run, text, places);
    if (typeof other !== 'string' || found === undefined) return undefined;
    const at = search(found.part, other);
    return at === -1 ? missing(source) : BigInt(found.start + countCharacters(found.part.slice(0, at)));
  };

const first = (part: string, other: string): number => part.indexOf(other);
const last = (part: string, other: string): number => part.lastIndexOf(other);

const count: TextMethod = (text, { positional: [other, ...places] }, run) => {
  const found = partOf(run, text, places);
  if (typeof other !== 'string' || found === undefined) return undefined;
  const { part } = found;
  return BigInt(other === '' ? countCharacters(part) + 1 : part.split(other).length - 1);
};

const affixTest =
  (test: (text: string, affix: string) => boolean): TextMethod =>
  (text, { positional: [affix, ...places] }, run) => {
    const found = partOf(run, text, places);
    const affixes = isSequence(affix) ? affix.items : [affix];
    const known = affixes.filter((each) => typeof each === 'string');
    if (found === undefined || known.length < affixes.length) return undefined;
    return known.some((each) => test(found.part, each));
  };

const partition =
  (search: (text: string, separator: string) => number, isAtStart: boolean): TextMethod =>
  (text, { positional: [separator] }) => {
    if (typeof separator !== 'string' || separator === '') return undefined;
    const cut = search(text, separator);
    if (cut === -1) return makeTuple(isAtStart ? [text, '', ''] : ['', '', text]);
    return makeTuple([text.slice(0, cut), separator, text.slice(cut + separator.length)]);
  };

const capitalize = (word: string): string => {
  const [initial = ''] = word;
  return initial.toUpperCase() + word.slice(initial.length).toLowerCase();
};

const swapCase = (text: string): string =>
  Array.from(text, (each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase())).join(
    '',
  );

const foldCase = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss');

/** Whether Python takes numbers of other writings than decimal ones for digits is not known here. */
const oddNumber = /[^\P{N}\p{Nd}]/u;

const allOf =
  (pattern: RegExp) =>
  (text: string): boolean | undefined =>
    pattern.test(text) || (oddNumber.test(text) ? undefined : false);

const join: TextMethod = (text, { positional: [source = none] }, run) => {
  const items = run.iterate(source);
  if (items === undefined || isShuffled(source)) return undefined;
  const texts = items.filter((item) => typeof item === 'string');
  const length = texts.reduce((sum, each) => sum + each.length + text.length, 0);
  run.budget.spend(1 + Math.floor(length / 64));
  return texts.length === items.length && length <= lengthMax ? texts.join(text) : undefined;
};

const replace: TextMethod = (text, { positional: [from, to, times = -1n] }, run) => {
  if (typeof from !== 'string' || typeof to !== 'string' || typeof times !== 'bigint') return undefined;
  run.budget.spend(1 + Math.floor(text.length / 8));
  if (text.length * (to.length + 1) > 1_000_000) return undefined;
  if (times < 0n) return text.replaceAll(from, () => to);
  let left = Number(times);
  return text.replaceAll(from, () => ((left -= 1) < 0 ? from : to));
};

export const textMethods: Record<string, TextMethod> = {
  lower: plain((text) => text.toLowerCase()),
  casefold: plain(foldCase),
  upper: plain((text) => text.toUpperCase()),
  swapcase: plain(swapCase),
  title: plain((text) => text.replaceAll(/\p{L}+/gu, capitalize)),
  capitalize: plain(capitalize),
  isupper: plain((text) => text !== text.toLowerCase() && text === text.toUpperCase()),
  islower: plain((text) => text !== text.toUpperCase() && text === text.toLowerCase()),
  isdecimal: plain((text) => /^\p{Nd}+$/u.test(text)),
  isdigit: plain(allOf(/^\p{Nd}+$/u)),
  isnumeric: plain(allOf(/^\p{Nd}+$/u)),
  isalpha: plain((text) => /^\p{L}+$/u.test(text)),
  isalnum: plain(allOf(/^[\p{L}\p{Nd}]+$/u)),
  isidentifier: plain((text) => /^[\p{L}_][\p{L}\p{Nd}\p{M}_]*$/u.test(text)),
  strip: stripper(true, true),
  lstrip: stripper(true, false),
  rstrip: stripper(false, true),
  startswith: affixTest((text, affix) => text.startsWith(affix)),
  endswith: affixTest((text, affix) => text.endsWith(affix)),
  removeprefix: withText((text, affix) => (text.startsWith(affix) ? text.slice(affix.length) : text)),
  removesuffix: withText((text, affix) =>
    text.endsWith(affix) && affix !== '' ? text.slice(0, -affix.length) : text,
  ),
  find: finder(first, () => -1n),
  index: finder(first, makeRaised),
  rfind: finder(last, () => -1n),
  rindex: finder(last, makeRaised),
  count,
  split: splitter(false),
  rsplit: splitter(true),
  splitlines: (text, { positional: [keepEnds, ...more], keywords }) =>
    more.length > 0 ? undefined : splitLines(text, keepEnds ?? keywords.get('keepends') ?? false),
  partition: partition(first, true),
  rpartition: partition(last, false),
  join,
  replace,
  format: (text, given, run, source) => formatBraces(run, text, given, source),
  ljust: justify(() => 0),
  rjust: justify((missing) => missing),
  // The odd one of an even width goes to the right, that of an odd width to the left.
  center: justify((missing, width) => Math.floor(missing / 2) + (missing & width & 1)),
  zfill: zeroFill,
};
