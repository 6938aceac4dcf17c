import { type Input, choicesOf, isDynamic, isWidget } from './app-node-inputs.ts';
import type { Change } from './change.ts';
import { areTypesWithin } from './types.ts';

const dynamic = 'It is computed when the package is loaded.';

/** What changed in the inputs of an app-node. */
export const compareInputs = (before: readonly Input[], after: readonly Input[]): Change[] => {
  const old = new Map(before.map((input) => [input.name, input]));
  const kept = new Set(after.map(({ name }) => name));
  const removed = before
    .filter(({ name }) => !kept.has(name))
    .map((input): Change => ({
      what: nameOf(input),
      before: show(input),
      effect: 'breaking',
      why: 'Workflows set or link it.',
    }));
  const others = after.flatMap((input) => {
    const former = old.get(input.name);
    return former === undefined ? [added(input)] : compareInput(former, input);
  });
  return [...removed, ...others, ...compareOrder(before, after)];
};

const added = (input: Input): Change => {
  const isOpen = input.isRequired && !('default' in input.options) && choicesOf(input) === undefined;
  return {
    what: nameOf(input),
    after: show(input),
    ...(isOpen
      ? { effect: 'breaking', why: 'It is required and has no default, so saved workflows lack it.' }
      : { effect: 'none' }),
  };
};

const compareInput = (before: Input, after: Input): Change[] => {
  const what = nameOf(after);
  const changes: Change[] = [];
  if (!before.isRequired && after.isRequired && !('default' in after.options)) {
    const why = 'Workflows may leave it out.';
    changes.push({ what, before: 'optional', after: 'required', effect: 'breaking', why });
  } else if (before.isRequired !== after.isRequired) {
    changes.push({ what, before: needOf(before), after: needOf(after), effect: 'none' });
  }
  const type = compareType(before, after);
  return [...changes, ...(type === undefined ? [] : [type]), ...compareOptions(before, after)];
};

const compareType = (before: Input, after: Input): Change | undefined => {
  const [old, now] = [choicesOf(before), choicesOf(after)];
  const change = { what: nameOf(after), before: show(before), after: show(after) };
  if (same(old ?? before.type, now ?? after.type)) return undefined;
  if (isDynamic([old ?? before.type, now ?? after.type]))
    return { ...change, effect: 'unknown', why: dynamic };
  if (old === undefined || now === undefined) {
    const [types, taken] = [typeOf(before), typeOf(after)];
    if (now !== undefined || !areTypesWithin(types, taken)) {
      return { ...change, effect: 'breaking', why: 'Links and values of another type do not fit.' };
    }
    return old === undefined && areTypesWithin(taken, types) ? undefined : { ...change, effect: 'none' };
  }
  const kept = new Set(now.map(asJson));
  const gone = old.filter((choice) => !kept.has(asJson(choice)));
  return gone.length === 0
    ? { ...change, effect: 'none' }
    : { ...change, effect: 'breaking', why: `Workflows may have chosen ${gone.map(text).join(', ')}.` };
};

/** Bounds that only became wider let in every value of before. */
const compareOptions = (before: Input, after: Input): Change[] => {
  const keys = new Set([...Object.keys(before.options), ...Object.keys(after.options)]);
  keys.delete('options');
  return [...keys]
    .filter((key) => !same(before.options[key], after.options[key]))
    .map((key): Change => {
      const [old, now] = [before.options[key], after.options[key]];
      const isNarrower =
        (key === 'min' && isNumber(now) && !(isNumber(old) && old >= now)) ||
        (key === 'max' && isNumber(now) && !(isNumber(old) && old <= now));
      return {
        what: `${nameOf(after)}, ${key}`,
        ...(old !== undefined && { before: text(old) }),
        ...(now !== undefined && { after: text(now) }),
        ...(isNarrower
          ? { effect: 'breaking', why: 'Values that were allowed no longer are.' }
          : { effect: 'none' }),
      };
    });
};

/** Saved workflows keep the values of widgets by position. */
const compareOrder = (before: readonly Input[], after: readonly Input[]): Change[] => {
  const [old, now] = [widgetsOf(before), widgetsOf(after)];
  const kept = new Set(now);
  const isRemoved = old.some((name) => !kept.has(name));
  if (isRemoved || old.every((name, index) => now[index] === name)) return [];
  return [
    {
      what: 'order of widgets',
      before: old.join(', '),
      after: now.join(', '),
      effect: 'breaking',
      why: 'Saved workflows keep the values of widgets by position.',
    },
  ];
};

const widgetsOf = (inputs: readonly Input[]): string[] => inputs.filter(isWidget).map(({ name }) => name);
/** The type of links to it. */
const typeOf = (input: Input): unknown => (choicesOf(input) === undefined ? input.type : 'COMBO');
const nameOf = ({ name }: Input): string => `input ${name}`;
const needOf = ({ isRequired }: Input): string => (isRequired ? 'required' : 'optional');
const isNumber = (value: unknown): value is number => typeof value === 'number';
const asJson = (value: unknown): string => JSON.stringify(value) ?? '';
const same = (one: unknown, other: unknown): boolean => asJson(one) === asJson(other);
const text = (value: unknown): string => (typeof value === 'string' ? value : asJson(value));
const show = (input: Input): string => choicesOf(input)?.map(text).join(' | ') ?? text(input.type);
