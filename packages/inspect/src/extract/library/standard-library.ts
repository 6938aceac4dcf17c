import { mergeIntoDict } from '../evaluate/merge-into-dict.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { copyDict } from '../values/dict-items.ts';
import { makeClass, makeDict, makeList, makeTuple } from '../values/make-values.ts';
import { isKind, type ClassValue, type Value, none } from '../values/value.ts';
import { dumpJson } from './dump-json.ts';
import { type LibraryEntries, libraryFunction } from './library-entry.ts';
import { readJson } from './read-json.ts';

/** The other parts of Python's library that packages use for their definitions. */
export const describeStandardLibrary = (run: Interpreter, types: Map<string, ClassValue>): LibraryEntries => {
  const identity = libraryFunction('identity', ({ positional: [value] }) => value);
  const dictType = types.get('dict') ?? makeClass('dict');
  const listType = types.get('list') ?? makeClass('list');
  const textType = types.get('str') ?? makeClass('str');
  const numberType = types.get('int') ?? makeClass('int');
  const enumType = makeClass('Enum', { module: 'enum', isEnum: true });
  const plain = makeClass('ABC', { module: 'abc' });
  const isClass = libraryFunction('isclass', ({ positional: [value = none] }) =>
    isKind(value, 'unknown') ? undefined : isKind(value, 'class'),
  );
  return {
    'abc.ABC': plain,
    'typing.TYPE_CHECKING': false,
    'typing.TypedDict': makeClass('TypedDict', { module: 'typing', native: 'dict' }),
    'typing.Protocol': plain,
    'typing.Generic': plain,
    'typing.cast': libraryFunction('cast', ({ positional: [, value] }) => value),
    'enum.Enum': enumType,
    'enum.StrEnum': makeClass('StrEnum', {
      module: 'enum',
      isEnum: true,
      native: 'str',
      ancestry: [enumType, textType],
    }),
    'enum.IntEnum': makeClass('IntEnum', {
      module: 'enum',
      isEnum: true,
      native: 'int',
      ancestry: [enumType, numberType],
    }),
    'collections.OrderedDict': dictType,
    // A view of the dict, which others change through their own name of it.
    'types.MappingProxyType': identity,
    'collections.defaultdict': libraryFunction(
      'defaultdict',
      ({ positional: [factory, filled], keywords }) => {
        if (keywords.size > 0) return undefined;
        const made = makeDict();
        if (filled !== undefined) {
          mergeIntoDict(run, made, filled, isKind(filled, 'unknown') ? filled.source : 'defaultdict()');
        }
        if (factory !== undefined && factory !== none) made.factory = factory;
        return made;
      },
    ),
    'collections.ChainMap': libraryFunction('ChainMap', ({ positional }) => {
      const merged = makeDict();
      // The first map that has a key takes precedence.
      for (const map of positional.toReversed()) {
        mergeIntoDict(run, merged, map, isKind(map, 'unknown') ? map.source : 'ChainMap()');
      }
      return merged;
    }),
    'collections.UserDict': dictType,
    'collections.deque': listType,
    'copy.copy': libraryFunction('copy', ({ positional: [value] }) => copyShallow(run, value)),
    'copy.deepcopy': libraryFunction('deepcopy', ({ positional: [value] }) =>
      value === undefined ? undefined : copyDeep(run, value, 0),
    ),
    'functools.wraps': libraryFunction('wraps', ({ positional: [wrapped = none] }) =>
      isKind(wrapped, 'function')
        ? libraryFunction('wraps', ({ positional: [value = none] }) =>
            isKind(value, 'function') ? { ...value, name: wrapped.name } : value,
          )
        : identity,
    ),
    'functools.partial': libraryFunction('partial', ({ positional: [callee = none, ...first], keywords }) =>
      libraryFunction('partial', (given, source) =>
        run.call(
          callee,
          {
            positional: [...first, ...given.positional],
            keywords: new Map([...keywords, ...given.keywords]),
          },
          source,
        ),
      ),
    ),
    'functools.cached_property': libraryFunction('property', ({ positional: [getter] }) =>
      isKind(getter, 'function') ? { ...getter, binding: 'property' } : undefined,
    ),
    'inspect.isclass': isClass,
    'inspect.ismodule': libraryFunction('ismodule', ({ positional: [value = none] }) =>
      isKind(value, 'module'),
    ),
    'inspect.getmembers': libraryFunction('getmembers', ({ positional: [object, test] }) =>
      listMembers(run, object, test),
    ),
    'inspect.cleandoc': libraryFunction('cleandoc', ({ positional: [text] }) =>
      typeof text === 'string' ? cleanDoc(text) : undefined,
    ),
    'textwrap.dedent': libraryFunction('dedent', ({ positional: [text] }) =>
      typeof text === 'string' ? dedent(text.split('\n')).join('\n') : undefined,
    ),
    'json.dumps': libraryFunction('dumps', (given) => dumpJson(run, given)),
    'json.loads': libraryFunction('loads', ({ positional: [text] }) =>
      typeof text === 'string' ? readJson(run, text) : undefined,
    ),
    'json.load': libraryFunction('load', ({ positional: [file = none] }, source) => {
      const read = run.getAttribute(file, 'read', source) ?? none;
      const text = run.call(read, { positional: [], keywords: new Map() }, source);
      return typeof text === 'string' ? readJson(run, text) : undefined;
    }),
    'asyncio.run': identity,
  };
};

const copyShallow = (run: Interpreter, value: Value | undefined): Value | undefined => {
  if (isKind(value, 'dict')) {
    run.budget.spend(value.entries.size);
    return copyDict(value);
  }
  return isKind(value, 'list') ? makeList([...value.items]) : value;
};

const copyDepthMax = 30;

const copyDeep = (run: Interpreter, value: Value, depth: number): Value => {
  run.budget.spend(1);
  if (depth > copyDepthMax) return value;
  const copy = (item: Value) => copyDeep(run, item, depth + 1);
  if (isKind(value, 'list')) return makeList(value.items.map(copy));
  if (isKind(value, 'tuple')) return makeTuple(value.items.map(copy));
  if (!isKind(value, 'dict')) return value;
  const copied = copyDict(value);
  for (const [place, entry] of copied.entries)
    copied.entries.set(place, { ...entry, value: copy(entry.value) });
  return copied;
};

const listMembers = (
  run: Interpreter,
  object: Value | undefined,
  test: Value | undefined,
): Value | undefined => {
  const variables = isKind(object, 'module')
    ? object.variables
    : isKind(object, 'class')
      ? object.attributes
      : undefined;
  if (variables === undefined) return undefined;
  run.budget.spend(variables.size);
  const members = [...variables].toSorted(([first], [second]) => (first < second ? -1 : 1));
  const kept = members.filter(([, value]) => {
    if (test === undefined) return true;
    // The test is undecidable for values from outside, which packages do not look for among their own.
    return run.call(test, { positional: [value], keywords: new Map() }, '') === true;
  });
  return makeList(kept.map(([name, value]) => makeTuple([name, value])));
};

/** `inspect.cleandoc`: the common indent of all lines but the first removed, and the empty lines at both ends. */
const cleanDoc = (text: string): string => {
  const [first = '', ...rest] = text.split('\n').map(expandTabs);
  const indent = commonIndent(rest);
  const lines = [first.trimStart(), ...rest.map((line) => line.slice(indent))];
  return lines.join('\n').replaceAll(/^\n+|\n+$/g, '');
};

const dedent = (lines: string[]): string[] => {
  const indent = commonIndent(lines);
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(indent)));
};

/** The smallest indentation of the lines that are not blank. */
const commonIndent = (lines: string[]): number => {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  return indents.length === 0 ? 0 : Math.min(...indents);
};

const tabWidth = 8;

const expandTabs = (line: string): string => {
  const [first = '', ...others] = line.split('\t');
  return others.reduce(
    (wide, part) => wide.padEnd(wide.length + tabWidth - (wide.length % tabWidth)) + part,
    first,
  );
};
