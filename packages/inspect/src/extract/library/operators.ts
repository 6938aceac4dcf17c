import { applyBinary, applyUnary } from '../evaluate/apply-operator.ts';
import { compareValues } from '../evaluate/compare-values.ts';
import { getSubscript } from '../evaluate/get-subscript.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { isLoose } from '../values/loose-members.ts';
import { makeTuple } from '../values/make-values.ts';
import { type Value, none } from '../values/value.ts';
import { type LibraryEntries, libraryFunction } from './library-entry.ts';

const binary: Record<string, string> = {
  add: '+',
  and_: '&',
  concat: '+',
  floordiv: '//',
  mod: '%',
  mul: '*',
  or_: '|',
  pow: '**',
  sub: '-',
  truediv: '/',
  xor: '^',
};
const unary: Record<string, string> = { neg: '-', not_: 'not', pos: '+' };
const comparisons: Record<string, string> = {
  eq: '==',
  ge: '>=',
  gt: '>',
  is_: 'is',
  is_not: 'is not',
  le: '<=',
  lt: '<',
  ne: '!=',
};

/** The functions of `operator`, and `functools.reduce`, which is mostly given one of them. */
export const describeOperators = (run: Interpreter): LibraryEntries => {
  const entries: LibraryEntries = {
    'operator.contains': libraryFunction('contains', ({ positional: [holder = none, item = none] }) =>
      compareValues(run, 'in', item, holder),
    ),
    'operator.getitem': libraryFunction('getitem', ({ positional: [object = none, key = none] }, source) =>
      getSubscript(run, object, key, source),
    ),
    'operator.itemgetter': getter('itemgetter', (object, key, source) =>
      getSubscript(run, object, key, source),
    ),
    'operator.attrgetter': getter('attrgetter', (object, path, source) => {
      let value: Value | undefined = object;
      for (const name of typeof path === 'string' ? path.split('.') : []) {
        value = value === undefined ? undefined : run.getAttribute(value, name, source);
      }
      return typeof path === 'string' ? value : undefined;
    }),
    'functools.reduce': libraryFunction('reduce', ({ positional: [callee = none, items, first] }, source) => {
      const all = items === undefined ? undefined : run.iterate(items);
      if (all === undefined || all.some(isLoose)) return undefined;
      const values = first === undefined ? all : [first, ...all];
      return values
        .slice(1)
        .reduce<Value | undefined>(
          (total, item) =>
            total === undefined
              ? undefined
              : run.call(callee, { positional: [total, item], keywords: new Map() }, source),
          values[0],
        );
    }),
  };
  for (const [name, operator] of Object.entries(binary)) {
    entries[`operator.${name}`] = libraryFunction(name, ({ positional: [left, right] }, source) =>
      left === undefined || right === undefined ? undefined : applyBinary(run, operator, left, right, source),
    );
  }
  for (const [name, operator] of Object.entries(unary)) {
    entries[`operator.${name}`] = libraryFunction(name, ({ positional: [value] }, source) =>
      value === undefined ? undefined : applyUnary(operator, value, source),
    );
  }
  for (const [name, operator] of Object.entries(comparisons)) {
    entries[`operator.${name}`] = libraryFunction(name, ({ positional: [left, right] }) =>
      left === undefined || right === undefined ? undefined : compareValues(run, operator, left, right),
    );
  }
  return entries;
};

/** A function that makes one which gets something from its argument: a tuple, where several things are asked for. */
const getter = (name: string, get: (object: Value, what: Value, source: string) => Value | undefined) =>
  libraryFunction(name, ({ positional: wanted }) =>
    libraryFunction(name, ({ positional: [object = none] }, source) => {
      const found = wanted.map((what) => get(object, what, source)).filter((value) => value !== undefined);
      if (found.length < wanted.length) return undefined;
      return found.length === 1 ? found[0] : makeTuple(found);
    }),
  );
