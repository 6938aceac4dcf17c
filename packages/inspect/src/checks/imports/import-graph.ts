import { hostModules, standardModules } from '../../python/outside-modules.ts';
import { appendTo } from '../python/append-to.ts';
import { readImports, type TakenName, type WrittenImport, type WrittenImports } from './read-imports.ts';

/** Which Python files of a package import which. */
export interface ImportGraph {
  /** The names of all Python files, imported or not. */
  python: readonly string[];
  /** Whether the host imports the file with the package, as far as that can be told: if not, it counts as imported. */
  isImported(file: string): boolean;
  /** The files that a module may be, seen from a file. */
  filesOf(importer: string, module: Pick<WrittenImport, 'level' | 'path'>): readonly string[];
  /** The imported files that may import the file, anywhere in them. */
  importersOf(file: string): readonly Importer[];
}

export interface Importer {
  file: string;
  /** What it takes by name; "*" for all. */
  names: readonly TakenName[];
  /** Whether it imports the module itself, and can take everything from it. */
  isWhole: boolean;
}

/** What the host runs by itself: the package, and what is to run before all packages. */
const ENTRIES = ['__init__.py', 'prestartup_script.py'];
const PYTHON = /\.pyw?$/i;
const ADDS_FOLDERS = /\bsys\s*\.\s*path\b|\bimport\s+path\b|\baddsitedir\b|\bPYTHONPATH\b/;
/** Nobody can read what these import. */
const COMPILED = /\.(?:pyc|pyd|so)$/i;

/** `texts`: all files of a package; see `readSources`. */
export const makeImportGraph = (texts: ReadonlyMap<string, string | undefined>): ImportGraph => {
  /** Whether the package adds folders of its own to those in which Python looks for modules. */
  let addsFolders = false;
  const python = [...texts.keys()].filter((file) => PYTHON.test(file));
  const modules = indexModules(python, () => addsFolders);
  const written = new Map<string, WrittenImports>();
  const read = (file: string): WrittenImports => {
    const known = written.get(file) ?? readImports((texts.get(file) ?? '').replaceAll(/\r\n?/g, '\n'));
    written.set(file, known);
    return known;
  };
  const importedBy = (file: string): Map<string, Importer> => {
    const found = new Map<string, Importer>();
    const add = (other: string, names: readonly TakenName[], isWhole: boolean): void => {
      const known = found.get(other);
      found.set(other, {
        file,
        names: [...(known?.names ?? []), ...names],
        isWhole: isWhole || known?.isWhole === true,
      });
    };
    for (const one of read(file).imports) {
      const { names } = one;
      for (const other of modules.around(file, one)) add(other, [], false);
      for (const other of modules.find(file, one)) add(other, names, names.length === 0);
      for (const { name } of names)
        for (const other of modules.find(file, { ...one, path: [...one.path, name] })) add(other, [], true);
    }
    return found;
  };
  const reach = (): ReadonlySet<string> | undefined => {
    if (!texts.has('__init__.py') || [...texts.keys()].some((file) => COMPILED.test(file))) return undefined;
    const reached = new Set(ENTRIES.filter((file) => texts.has(file)));
    for (const file of reached) {
      const text = texts.get(file);
      if (text === undefined || read(file).isOpen) return undefined;
      if (!addsFolders && ADDS_FOLDERS.test(text)) {
        addsFolders = true;
        return reach();
      }
      for (const other of importedBy(file).keys()) reached.add(other);
      for (const other of read(file).files.flatMap((name) => modules.named(name))) reached.add(other);
      if (text.includes('__all__')) for (const other of modules.listed(file, text)) reached.add(other);
    }
    return reached;
  };
  const findReached = (): ReadonlySet<string> | undefined => (reached ??= { files: reach() }).files;
  let reached: { files: ReadonlySet<string> | undefined } | undefined;
  let importers: Map<string, Importer[]> | undefined;
  return {
    python,
    isImported: (file) => findReached()?.has(file) ?? true,
    filesOf: (importer, module) => modules.find(importer, module),
    importersOf: (file) =>
      (importers ??= invert([...(findReached() ?? modules.files)], importedBy)).get(file) ?? [],
  };
};

const invert = (
  files: readonly string[],
  importedBy: (file: string) => ReadonlyMap<string, Importer>,
): Map<string, Importer[]> => {
  const importers = new Map<string, Importer[]>();
  for (const file of files)
    for (const [imported, importer] of importedBy(file)) appendTo(importers, imported, importer);
  return importers;
};

interface Modules {
  files: readonly string[];
  /** The files that a module may be. */
  find(importer: string, module: Pick<WrittenImport, 'level' | 'path'>): string[];
  /** The same, with the packages around it, which are imported before it. */
  around(importer: string, module: Pick<WrittenImport, 'level' | 'path'>): string[];
  /** The files of this name in any folder. */
  named(name: string): readonly string[];
  /** What `*` takes from a package that lists its modules in `__all__`: those beside it that its text names. */
  listed(file: string, text: string): string[];
}

/** Lists the files of a folder, whose names then need not stand in the text. */
const LISTS = /\b(?:glob|listdir|iterdir|scandir|walk)\b/;

/** `isAnywhere`: whether an absolute name can be that of a module in any folder. */
const indexModules = (files: readonly string[], isAnywhere: () => boolean): Modules => {
  const byName = new Map<string, { path: string; file: string }[]>();
  const byFolder = new Map<string, { name: string; file: string }[]>();
  const byPath = new Map<string, string[]>();
  for (const file of files) {
    const path = file.replace(/\.pyw?$/i, '').replace(/(?:^|\/)__init__$/, '');
    const name = path.slice(path.lastIndexOf('/') + 1);
    appendTo(byName, name, { path, file });
    appendTo(byFolder, path.slice(0, Math.max(0, path.lastIndexOf('/'))), { name, file });
    appendTo(byPath, path, file);
  }
  const at = (path: string): readonly string[] => byPath.get(path) ?? [];
  const below = (folder: string): string[] =>
    files.filter((file) => file.startsWith(`${folder}/`) || file.includes(`/${folder}/`));
  const find: Modules['find'] = (importer, { level, path }) => {
    if (path.at(-1) === '*') return path.length === 1 ? [] : below(path.slice(0, -1).join('/'));
    if (level > 0) {
      const folder = folderOf(importer, level);
      return folder === undefined ? [] : [...at([folder, ...path].filter((part) => part !== '').join('/'))];
    }
    const whole = path.join('/');
    if (hostModules.has(path[0] ?? '') || standardModules.has(path[0] ?? '')) return [];
    const folders = importer.split('/').slice(0, -1);
    const ends = isAnywhere()
      ? (byName.get(path.at(-1) ?? '') ?? []).filter(
          (module) => module.path === whole || module.path.endsWith(`/${whole}`),
        )
      : [];
    const near = [...folders.keys(), folders.length].flatMap((length) =>
      at([...folders.slice(0, length), whole].join('/')).map((file) => ({ file })),
    );
    // Some packages name themselves.
    const skipped = path[0] === 'custom_nodes' ? 2 : 1;
    const own = path.length > skipped ? at(path.slice(skipped).join('/')) : [];
    return [...new Set([...[...near, ...ends].map(({ file }) => file), ...own])];
  };
  return {
    files,
    find,
    around: (importer, { level, path }) =>
      Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length))
        .filter((part) => part.length > 0 || level > 0)
        .flatMap((part) => find(importer, { level, path: part })),
    named: (name) => (byName.get(name) ?? []).map(({ file }) => file),
    listed(file, text) {
      const words = new Set(text.match(/[\p{L}\p{N}_]+/gu));
      const takesAll = LISTS.test(text);
      return (byFolder.get(folderOf(file, 1) ?? '') ?? [])
        .filter(({ name }) => takesAll || words.has(name))
        .map((module) => module.file);
    },
  };
};

/** The folder that relative names of a file start from; undefined if that is outside of the package. */
const folderOf = (file: string, level: number): string | undefined => {
  const parts = file.split('/');
  return level > parts.length ? undefined : parts.slice(0, parts.length - level).join('/');
};
