import { makeList } from '../values/make-values.ts';
import { truthOf } from '../values/truth-of.ts';
import { type Value, none } from '../values/value.ts';
import type { NativeMethod } from './native-method.ts';

type TextMethod = NativeMethod<string>;

/** What Python takes for white space. */
const space = '\\t-\\r\\x1C-\\x20\\x85\\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000';
const isSpace = new RegExp(`^[${space}]$`);
const wordsIn = new RegExp(`[^${space}]+`, 'g');
const lineBreak = '\\n-\\r\\x1C-\\x1E\\x85\\u2028\\u2029';
const lineEnd = new RegExp(`\\r\\n|[${lineBreak}]`, 'g');

/** `strip` and its like. */
export const stripper =
  (atStart: boolean, atEnd: boolean): TextMethod =>
  (text, { positional: [characters = none] }) => {
    if (characters !== none && typeof characters !== 'string') return undefined;
    const isKept = (unit: string) =>
      typeof characters === 'string' ? !characters.includes(unit) : !isSpace.test(unit);
    const all = text.split('');
    const start = atStart ? all.findIndex(isKept) : 0;
    const end = atEnd ? all.findLastIndex(isKept) + 1 : text.length;
    return start === -1 ? '' : text.slice(start, end);
  };

/** `split`, or `rsplit` from the end. */
export const splitter =
  (fromEnd: boolean): TextMethod =>
  (text, { positional, keywords }, run) => {
    run.budget.spend(1 + Math.floor(text.length / 8));
    const separator = positional[0] ?? keywords.get('sep') ?? none;
    const most = positional[1] ?? keywords.get('maxsplit') ?? -1n;
    if (typeof most !== 'bigint' || separator === '') return undefined;
    if (separator !== none && typeof separator !== 'string') return undefined;
    const limit = most < 0n ? Infinity : Number(most);
    return makeList(
      typeof separator === 'string' ? cut(text, separator, limit, fromEnd) : words(text, limit, fromEnd),
    );
  };

const cut = (text: string, separator: string, limit: number, fromEnd: boolean): string[] => {
  const parts = text.split(separator);
  if (parts.length <= limit + 1) return parts;
  if (!fromEnd) return [...parts.slice(0, limit), parts.slice(limit).join(separator)];
  const start = parts.length - limit;
  return [parts.slice(0, start).join(separator), ...parts.slice(start)];
};

/** What stands between white space. The rest keeps its own. */
const words = (text: string, limit: number, fromEnd: boolean): string[] => {
  const found = Array.from(text.matchAll(wordsIn), (match) => ({
    word: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  if (found.length <= limit) return found.map(({ word }) => word);
  const taken = fromEnd ? found.slice(found.length - limit) : found.slice(0, limit);
  const rest = fromEnd
    ? text.slice(0, found[found.length - limit - 1]?.end)
    : text.slice(found[limit]?.start);
  const split = taken.map(({ word }) => word);
  return fromEnd ? [rest, ...split] : [...split, rest];
};

/** `splitlines`; undefined if whether to keep the ends is unknown. */
export const splitLines = (text: string, keepEnds: Value): Value | undefined => {
  const keeps = truthOf(keepEnds);
  if (keeps === undefined) return undefined;
  const lines: string[] = [];
  let start = 0;
  for (const match of text.matchAll(lineEnd)) {
    const next = match.index + match[0].length;
    lines.push(text.slice(start, keeps ? next : match.index));
    start = next;
  }
  return makeList(start < text.length ? [...lines, text.slice(start)] : lines);
};
