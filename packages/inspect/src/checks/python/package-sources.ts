import type { PythonParser } from '../../python/python-parser.ts';
import type { SyntaxTree } from '../../python/syntax-tree.ts';
import type { Importer, ImportGraph } from '../imports/import-graph.ts';
import { targetKey, targetsOf } from './find-targets.ts';
import { keyOf } from './key-of.ts';
import type { OtherFiles, PlacedBinding, PlacedCall, PythonSource, Site } from './python-source.ts';
import type { ImportedFrom } from './read-bindings.ts';
import { readSource, SOURCE_TYPES } from './read-source.ts';
import { MODULE_SCOPE } from './scopes.ts';
import type { TraceBudget } from './trace-budget.ts';

/** The total length of the texts whose sources are kept. */
const KEPT_LENGTH_MAX = 3 * 2 ** 20;
/** Characters that are read for the price of one step, the first time and again. */
const CHARACTERS_PER_STEP = { first: 16, again: 8 } as const;
/** How much of a package is read again for the sake of other files. */
const STEPS_MAX = 500_000;
/** Over how many modules a name is followed. */
const SITES_MAX = 64;

export class PackageSources implements OtherFiles {
  readonly graph: ImportGraph;
  readonly budget: TraceBudget;
  readonly #texts: ReadonlyMap<string, string | undefined>;
  readonly #parser: PythonParser;
  readonly #kept = new Map<string, PythonSource>();
  readonly #seen = new Set<string>();
  readonly #sites = new Map<string, readonly Site[]>();
  /** The files that an import takes from. Most modules are of others, and asked for again and again. */
  readonly #imported = new Map<string, readonly string[]>();
  /** Of each file: its classes, and what it calls of others. */
  readonly #classes = new Map<string, ReadonlySet<string>>();
  readonly #targets = new Map<string, ReadonlySet<string>>();
  readonly #givenFunctions = new Set<string>();
  readonly #words = new Map<RegExp, boolean>();
  readonly #callers = new Map<string, readonly string[]>();
  #keptLength = 0;
  #stepsLeft = STEPS_MAX;
  #isCut = false;

  constructor(
    texts: ReadonlyMap<string, string | undefined>,
    graph: ImportGraph,
    { parser, budget }: { parser: PythonParser; budget: TraceBudget },
  ) {
    this.#texts = texts;
    this.graph = graph;
    this.#parser = parser;
    this.budget = budget;
  }

  /** Whether values were followed wherever they came from. */
  get isComplete(): boolean {
    return this.#stepsLeft > 0 && !this.#isCut;
  }

  /** What the package does not import runs by itself, if at all. */
  #isFollowed(file: string): boolean {
    return this.#stepsLeft > 0 && this.graph.isImported(file);
  }

  /** Whether a Python text of the package has a word; also if one was not read. */
  hasWord(words: RegExp): boolean {
    const known = this.#words.get(words);
    if (known !== undefined) return known;
    const has = this.graph.python.some((file) => {
      const text = this.#texts.get(file);
      return text === undefined || words.test(text);
    });
    this.#words.set(words, has);
    return has;
  }

  /** The text of a file with plain line breaks; empty if it is not known. */
  textOf(file: string): string {
    return (this.#texts.get(file) ?? '').replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  }

  /** A file of the package, read for the sake of another. */
  open(file: string): PythonSource {
    const known = this.#kept.get(file);
    if (known !== undefined) {
      // The last one that was used is the last one to go.
      this.#kept.delete(file);
      this.#kept.set(file, known);
      return known;
    }
    const text = this.textOf(file);
    this.#stepsLeft -= text.length / CHARACTERS_PER_STEP[this.#seen.has(file) ? 'again' : 'first'];
    return this.read(file, text);
  }

  /** The source of a file with this text. */
  read(file: string, text: string): PythonSource {
    const known = this.#kept.get(file);
    if (known?.text === text) return known;
    const source = this.#read(file, text, this.#parser.take(text));
    this.#seen.add(file);
    this.#keptLength -= known?.text.length ?? 0;
    this.#kept.delete(file);
    this.#kept.set(file, source);
    this.#keptLength += text.length;
    for (const [oldest, { text: old }] of this.#kept) {
      if (this.#keptLength <= KEPT_LENGTH_MAX || oldest === file) break;
      this.#kept.delete(oldest);
      this.#keptLength -= old.length;
    }
    return source;
  }

  isClass({ file, name = '' }: Site): boolean {
    const classes = this.#classes.get(file) ?? this.open(file).classNames;
    this.#classes.set(file, classes);
    return classes.has(name);
  }

  readInner(file: string, code: string): PythonSource {
    // Code in literals can repeat without end.
    return this.#read(file, code, this.#parser.parse(code));
  }

  #read(file: string, text: string, tree: SyntaxTree | undefined): PythonSource {
    const nodes = tree?.rootNode.descendantsOfType(SOURCE_TYPES) ?? [];
    return readSource({ text, file, others: this }, nodes);
  }

  sitesOfImport(file: string, from: ImportedFrom): readonly Site[] {
    const { name } = from;
    return this.#filesOfImport(file, from).flatMap((found) =>
      name === undefined ? [{ file: found, name }] : this.sitesOf(found, name),
    );
  }

  #filesOfImport(file: string, from: ImportedFrom): readonly string[] {
    if (!this.#isFollowed(file)) return [];
    const key = `${file}\0${from.level}${from.path.join('.')}`;
    const files = this.#imported.get(key) ?? this.graph.filesOf(file, from);
    this.#imported.set(key, files);
    return files;
  }

  sitesOf(file: string, name: string): readonly Site[] {
    const wanted = targetKey({ file, name });
    const known = this.#sites.get(wanted);
    if (known !== undefined) return known;
    const found = new Map<string, Site>();
    const seen = new Set([wanted]);
    const waiting: Site[] = [{ file, name }];
    // Modules can import from one another, over more of them than calls may be nested.
    for (let site = waiting.pop(); site !== undefined; site = waiting.pop()) {
      this.#isCut ||= found.size >= SITES_MAX;
      if (found.size >= SITES_MAX) break;
      this.#stepsLeft -= 1;
      const { isBound, imported } = this.#lookInto(site);
      if (isBound) found.set(targetKey(site), site);
      for (const next of imported.toReversed()) {
        const key = targetKey(next);
        if (seen.has(key)) continue;
        seen.add(key);
        const sites = this.#sites.get(key);
        if (sites === undefined) waiting.push(next);
        else for (const one of sites) found.set(targetKey(one), one);
      }
    }
    const sites = [...found.values()].slice(0, SITES_MAX);
    // What is nowhere is not where the search has come by either.
    for (const key of sites.length === 0 ? seen : [wanted]) this.#sites.set(key, sites);
    return sites;
  }

  /** Whether a place is one of those wanted, and where else what it imports may be. */
  #lookInto({ file, name }: Site): { isBound: boolean; imported: readonly Site[] } {
    if (name === undefined) return { isBound: true, imported: [] };
    const { bindings } = this.open(file);
    const bound = bindings.get(keyOf(MODULE_SCOPE, name)) ?? [];
    const all = bound.length > 0 ? [] : (bindings.get(keyOf(MODULE_SCOPE, '*')) ?? []);
    const taken = (from: ImportedFrom | undefined, local: string | undefined): Site[] =>
      from === undefined
        ? []
        : this.#filesOfImport(file, from).map((found) => ({ file: found, name: local }));
    const elsewhere = [
      ...bound.flatMap(({ from }) => taken(from, from?.name)),
      ...all.flatMap(({ from }) => taken(from, name)),
    ];
    const modules = isPackage(file) ? this.graph.filesOf(file, { level: 1, path: [name] }) : [];
    return {
      isBound: bound.length > 0,
      imported: [...elsewhere, ...modules.map((found) => ({ file: found, name: undefined }))],
    };
  }

  bindingsAt({ file, name }: Site): PlacedBinding[] {
    if (name === undefined) return [];
    const source = this.open(file);
    const bindings = source.bindings.get(keyOf(MODULE_SCOPE, name)) ?? [];
    return bindings.map((binding) => ({ source, binding }));
  }

  isGivenFunctions(file: string): boolean {
    return this.#givenFunctions.has(file);
  }

  /** Another file passes a function of interest to this one, whose names then depend on its callers. */
  giveFunctions(file: string): void {
    this.#givenFunctions.add(file);
    this.#kept.get(file)?.resolved.clear();
  }

  callsOf(file: string, name: string): PlacedCall[] {
    if (!this.#isFollowed(file)) return [];
    const key = targetKey({ file, name });
    const callers = this.#callers.get(key) ?? this.#findImporters(file, name);
    const calling = callers.filter((caller) => this.#targetsOf(caller).has(key));
    this.#callers.set(key, calling);
    return calling.flatMap((caller) => {
      const source = this.open(caller);
      return (targetsOf(source).get(key) ?? []).map((call) => ({ source, call }));
    });
  }

  /** Whether the name is one of the module and not of a class in it. */
  #binds(file: string, name: string): boolean {
    const sites = this.sitesOf(file, name);
    return sites.some((site) => site.file === file && site.name === name);
  }

  #targetsOf(file: string): ReadonlySet<string> {
    const targets = this.#targets.get(file) ?? new Set(targetsOf(this.open(file)).keys());
    this.#targets.set(file, targets);
    return targets;
  }

  /** The files that can mean a name of a file, also where they have it through others or under another name. */
  #findImporters(file: string, name: string): string[] {
    const found = new Set<string>();
    const seen = new Set<string>();
    const isBound = this.#binds(file, name);
    const waiting = [{ file, name: isBound ? name : `.${name}` }];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { name: wanted } = one;
      for (const importer of this.graph.importersOf(one.file)) {
        const text = this.#texts.get(importer.file) ?? '';
        const isNamed = localNames(importer, wanted).some((local) => hasName(text, local));
        if (isNamed && importer.file !== file) found.add(importer.file);
        for (const local of handedOnNames(importer, wanted)) {
          const key = `${importer.file}\0${local}`;
          if (seen.has(key)) continue;
          seen.add(key);
          this.#stepsLeft -= 1;
          waiting.push({ file: importer.file, name: local });
        }
      }
    }
    return [...found];
  }
}

const isPackage = (file: string): boolean => /(?:^|\/)__init__\.pyw?$/.test(file);

/**
 * What an importer can call a name of the module that it imports; empty if it cannot have it. Of whatever it takes, it
 * has the attributes, which begin with a dot.
 */
export const localNames = ({ names, isWhole }: Importer, wanted: string): readonly string[] => {
  if (wanted.startsWith('.')) return isWhole || names.length > 0 ? [wanted] : [];
  const locals = names.flatMap(({ name, local }) => {
    if (name === '*') return [wanted];
    return name === wanted ? [local] : [];
  });
  return isWhole ? [...locals, wanted] : locals;
};

/** The same, for those who import from the importer: of a module that it has as a whole, only a package hands on names. */
export const handedOnNames = (importer: Importer, wanted: string): readonly string[] =>
  localNames(isPackage(importer.file) ? importer : { ...importer, isWhole: false }, wanted).filter(
    (name) =>
      !name.startsWith('.') || isPackage(importer.file) || importer.names.some((one) => one.name === '*'),
  );

/** Whether a text has a name as a word; see `localNames`. */
export const hasName = (text: string, name: string): boolean => {
  const word = name.replace(/^\./, '');
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isOfWord(text.charCodeAt(at - 1)) && !isOfWord(text.charCodeAt(at + word.length))) return true;
  return false;
};

/** NaN stands for the ends of a text. */
const isOfWord = (code: number): boolean =>
  code === 0x5f ||
  code > 0x7f ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a);
