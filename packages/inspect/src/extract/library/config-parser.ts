import type { Interpreter } from '../evaluate/interpreter.ts';
import { noteContent } from '../evaluate/journal.ts';
import { mergeIntoDict } from '../evaluate/merge-into-dict.ts';
import { setEntry } from '../evaluate/set-entry.ts';
import { getItem } from '../values/dict-items.ts';
import { makeClass, makeDict, makeInstance, makeList, makeRaised } from '../values/make-values.ts';
import { isKind, none, type CallArguments, type DictValue, type Value } from '../values/value.ts';
import { argument, type LibraryEntries, type LibraryFunction, libraryFunction } from './library-entry.ts';
import { isAbsent, readPackageFile } from './package-folders.ts';
import { parseIni } from './parse-ini.ts';
import { pathText } from './path-text.ts';

/**
 * `configparser`: the settings of files that the package ships, and none of those that it does not. An instance has its
 * sections, and a section its options, as its native dict. What Python raises for a missing one is raised.
 */
export const describeConfigParser = (run: Interpreter): LibraryEntries => {
  const parser = makeClass('ConfigParser', {
    module: 'configparser',
    construct: (given) => makeParser(run, parser, given),
  });
  const names = ['ConfigParser', 'RawConfigParser', 'SafeConfigParser'];
  return Object.fromEntries(names.map((name) => [`configparser.${name}`, parser]));
};

const sectionClass = makeClass('SectionProxy', { module: 'configparser' });

/** The section that gives others their defaults. */
const defaultSection = 'DEFAULT';

type Methods = Record<string, LibraryFunction>;

const instanceOf = (made: typeof sectionClass, methods: Methods, content: DictValue): Value =>
  makeInstance(
    made,
    Object.entries(methods).map(([name, call]) => [name, libraryFunction(name, call)] as const),
    content,
  );

const makeParser = (run: Interpreter, made: typeof sectionClass, given: CallArguments): Value => {
  const sections = makeDict();
  // Other dialects are not read.
  if (given.keywords.size > 0) sections.unknownParts.add('ConfigParser()');
  const change: LibraryFunction = (_, source) => {
    noteContent(run, sections);
    sections.unknownParts.add(source);
    return none;
  };
  const sectionOf = (name: Value | undefined) => (name === undefined ? undefined : getItem(sections, name));
  const read =
    (convert: Convert): LibraryFunction =>
    (call, source) => {
      const [section, option] = [argument(call, 0, 'section'), argument(call, 1, 'option')];
      return readOption(run, sections, sectionOf(section), option, call.keywords.get('fallback'), {
        convert,
        source,
      });
    };
  const methods: Methods = {
    read: ({ positional: [paths = none] }, source) => readFiles(run, sections, paths, source),
    read_string: ({ positional: [text] }, source) => fill(run, sections, text, source),
    read_file: ({ positional: [file = none] }, source) => {
      const method = run.getAttribute(file, 'read', source) ?? none;
      return fill(run, sections, run.call(method, { positional: [], keywords: new Map() }, source), source);
    },
    read_dict: change,
    remove_section: change,
    remove_option: change,
    set: change,
    write: () => none,
    add_section: ({ positional: [name = none] }) => {
      setEntry(run, sections, name, makeDict());
      return none;
    },
    sections: () => {
      if (sections.unknownParts.size > 0) return undefined;
      const keys = [...sections.entries.values()].map(({ key }) => key);
      return makeList(keys.filter((key) => key !== defaultSection));
    },
    has_section: ({ positional: [name] }) => has(sections, name),
    has_option: ({ positional: [name, option] }) => {
      const section = sectionOf(name);
      return isKind(section, 'dict') ? has(section, lower(option)) : has(sections, name);
    },
    __getitem__: ({ positional: [name] }, source) => {
      const section = sectionOf(name);
      if (isKind(section, 'dict')) return makeSection(run, sections, section);
      return has(sections, name) === false ? makeRaised(source) : undefined;
    },
    ...Object.fromEntries(Object.entries(readers).map(([name, convert]) => [name, read(convert)])),
  };
  return instanceOf(made, methods, sections);
};

const makeSection = (run: Interpreter, sections: DictValue, section: DictValue): Value => {
  const read =
    (convert: Convert, fallbackAt: number | undefined): LibraryFunction =>
    (call, source) => {
      const positional = fallbackAt === undefined ? undefined : call.positional[fallbackAt];
      const fallback =
        positional ?? call.keywords.get('fallback') ?? (fallbackAt === undefined ? undefined : none);
      return readOption(run, sections, section, argument(call, 0, 'option'), fallback, { convert, source });
    };
  return instanceOf(
    sectionClass,
    {
      ...Object.fromEntries(Object.entries(readers).map(([name, convert]) => [name, read(convert, 1)])),
      __getitem__: read(readers.get, undefined),
    },
    section,
  );
};

/** The value of the text of an option; undefined where Python raises. */
type Convert = (text: string) => Value | undefined;

const truths = new Map([
  ...['1', 'yes', 'true', 'on'].map((text) => [text, true] as const),
  ...['0', 'no', 'false', 'off'].map((text) => [text, false] as const),
]);

const readers = {
  get: (text) => text,
  getboolean: (text) => truths.get(text.toLowerCase()),
  getint: (text) => (/^[+-]?\d{1,400}$/.test(text) ? BigInt(text.replace('+', '')) : undefined),
  getfloat: (text) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined),
} satisfies Record<string, Convert>;

const readOption = (
  run: Interpreter,
  sections: DictValue,
  section: Value | undefined,
  option: Value | undefined,
  fallback: Value | undefined,
  { convert, source }: { convert: Convert; source: string },
): Value | undefined => {
  const defaults = getItem(sections, defaultSection);
  const places = [section, defaults].filter((place) => isKind(place, 'dict'));
  const name = lower(option);
  const found = places
    .flatMap((place) => [option, name].map((key) => (key === undefined ? undefined : getItem(place, key))))
    .find((value) => value !== undefined);
  if (found !== undefined) return typeof found === 'string' ? convert(found) : undefined;
  const isMissing = [sections, ...places].every((place) => place.unknownParts.size === 0);
  if (!isMissing || typeof name !== 'string') return undefined;
  run.budget.spend(1);
  return fallback ?? makeRaised(source);
};

const lower = (option: Value | undefined): Value | undefined =>
  typeof option === 'string' ? option.toLowerCase() : option;

const has = (dict: DictValue, key: Value | undefined): boolean | undefined => {
  if (key === undefined || isKind(key, 'unknown')) return undefined;
  if (getItem(dict, key) !== undefined) return true;
  return dict.unknownParts.size > 0 ? undefined : false;
};

/** `read(paths)`: files that are not there add nothing, and Python says nothing of them. */
const readFiles = (
  run: Interpreter,
  sections: DictValue,
  paths: Value,
  source: string,
): Value | undefined => {
  const listed = isKind(paths, 'list') || isKind(paths, 'tuple') ? paths.items : [paths];
  const texts = listed.map((each) => {
    const path = pathText(each);
    if (path === undefined) return undefined;
    return isAbsent(run.files, path) ? none : readPackageFile(run.files, path);
  });
  for (const text of texts) if (text !== none) fill(run, sections, text, source);
  return texts.includes(undefined) ? undefined : makeList(listed.filter((_, at) => texts[at] !== none));
};

const lengthMax = 262_144;

const fill = (run: Interpreter, sections: DictValue, text: Value | undefined, source: string): Value => {
  run.budget.spend(1 + Math.floor((typeof text === 'string' ? text.length : 0) / 8));
  const file = typeof text === 'string' && text.length <= lengthMax ? parseIni(text) : undefined;
  noteContent(run, sections);
  if (file === undefined) sections.unknownParts.add(source);
  for (const [name, options] of file ?? []) {
    const before = getItem(sections, name);
    const section = isKind(before, 'dict') ? before : makeDict();
    mergeIntoDict(run, section, makeDict(options), source);
    setEntry(run, sections, name, section);
  }
  return none;
};
