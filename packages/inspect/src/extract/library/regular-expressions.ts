import { makeClass, makeInstance, makeList, makeUnknown } from '../values/make-values.ts';
import { none, type Value } from '../values/value.ts';
import { argument, type LibraryEntries, libraryFunction, type LibraryFunction } from './library-entry.ts';

/** Within these bounds, even the worst permitted pattern ends after a few million steps. */
const patternLengthMax = 200;
const textLengthMax = 200;
const repetitionsMax = 2;

const matchClass = makeClass('Match', { module: 're' });
const patternClass = makeClass('Pattern', { module: 're' });

const [word, digit] = ['\\p{L}\\p{N}_', '\\p{Nd}'];
const classes: Readonly<Record<string, string>> = { '\\w': word, '\\d': digit };
const unicodeClasses: Readonly<Record<string, string>> = {
  '\\w': `[${word}]`,
  '\\W': `[^${word}]`,
  '\\d': `[${digit}]`,
  '\\D': `[^${digit}]`,
};

/** A pattern whose classes have the letters of all alphabets, as in Python; undefined for what has no such form. */
const withAllLetters = (pattern: string): string | undefined => {
  const isUnlike = /\\[bB]|\[(?:\\.|[^\]\\])*\\[WDS]/.test(pattern);
  if (isUnlike) return undefined;
  return pattern.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\./g, (part) =>
    part.startsWith('[')
      ? part.replaceAll(/\\./g, (escape) => classes[escape] ?? escape)
      : (unicodeClasses[part] ?? part),
  );
};

const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text);

/**
 * Python's pattern as a JavaScript one, if it is harmless: no repeated group, few repetitions, and no syntax that
 * differs between the two languages. Undefined otherwise.
 */
const translatePattern = (
  pattern: Value | undefined,
  flags: string,
  text: string | undefined,
): RegExp | undefined => {
  if (typeof pattern !== 'string' || pattern.length > patternLengthMax) return undefined;
  const bare = pattern.replaceAll(/\\[\s\S]/g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const repetitions = bare.match(/[*+]|\{\d*,?\d*\}/g) ?? [];
  if (repetitions.length > repetitionsMax || /\)[*+?{]/.test(bare) || /\(\?[^:=!<]/.test(bare))
    return undefined;
  if (/\\[AZ]/.test(pattern)) return undefined;
  const isPlain = isAscii(pattern + (text ?? ''));
  const translated = isPlain ? pattern : withAllLetters(pattern);
  if (translated === undefined) return undefined;
  try {
    return new RegExp(translated, isPlain ? flags : `${flags}u`);
  } catch {
    return undefined;
  }
};

const shortText = (value: Value | undefined): string | undefined =>
  typeof value === 'string' && value.length <= textLengthMax ? value : undefined;

/** `re`, for the short texts and simple patterns with which names are built. */
export const describeRegularExpressions = (): LibraryEntries => {
  const entries: LibraryEntries = {};
  for (const [name, call] of Object.entries(functions)) entries[`re.${name}`] = libraryFunction(name, call);
  entries['re.compile'] = libraryFunction('compile', ({ positional: [pattern] }) => compilePattern(pattern));
  return entries;
};

const functions: Record<string, LibraryFunction> = {
  sub: (given) => {
    const [, replacement, text] = given.positional;
    const source = shortText(text);
    const found = translatePattern(given.positional[0], 'g', source);
    if (found === undefined || source === undefined || typeof replacement !== 'string') return undefined;
    if (given.positional.length > 3 || given.keywords.size > 0) return undefined;
    const groups = replacement
      .replaceAll('$', '$$$$')
      .replaceAll(/\\(?:g<(\d)>|(\d))/g, (_, long, short) => `$${long ?? short}`);
    return source.replace(found, groups);
  },
  split: (given) => {
    const source = shortText(given.positional[1]);
    const found = translatePattern(given.positional[0], 'g', source);
    if (found === undefined || source === undefined || given.positional.length > 2) return undefined;
    return makeList(source.split(found).map((part) => part ?? none));
  },
  findall: (given) => {
    const source = shortText(given.positional[1]);
    const found = translatePattern(given.positional[0], 'g', source);
    if (found === undefined || source === undefined || given.positional.length > 2) return undefined;
    const matches = [...source.matchAll(found)];
    return matches.some((match) => match.length > 2)
      ? undefined
      : makeList(matches.map((match) => match[1] ?? match[0]));
  },
  search: (given) => findMatch(given.positional, (pattern) => pattern),
  match: (given) => findMatch(given.positional, (pattern) => `^(?:${pattern})`),
  fullmatch: (given) => findMatch(given.positional, (pattern) => `^(?:${pattern})$`),
};

const findMatch = (positional: Value[], anchor: (pattern: string) => string): Value | undefined => {
  const [pattern, text] = positional;
  const source = shortText(text);
  const plain = translatePattern(pattern, '', source);
  if (plain === undefined || source === undefined || positional.length > 2) return undefined;
  const match = new RegExp(anchor(plain.source), plain.flags).exec(source);
  if (match === null) return none;
  const group = libraryFunction('group', (given) => {
    const index = argument(given, 0, 'group') ?? 0n;
    return typeof index === 'bigint' ? (match[Number(index)] ?? none) : undefined;
  });
  return makeInstance(matchClass, [['group', group]]);
};

const compilePattern = (pattern: Value | undefined): Value | undefined => {
  if (typeof pattern !== 'string') return undefined;
  const methods = Object.entries(functions).map(([name, call]): [string, Value] => {
    const bound: LibraryFunction = (given, source) =>
      call({ ...given, positional: [pattern, ...given.positional] }, source) ?? makeUnknown(source);
    return [name, libraryFunction(name, bound)];
  });
  return makeInstance(patternClass, methods);
};
