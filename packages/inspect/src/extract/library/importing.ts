import type { Interpreter } from '../evaluate/interpreter.ts';
import {
  insidePackage,
  normalizePath,
  outsidePath,
  packagesRoot,
  pathOfModuleName,
  showPlaces,
} from '../evaluate/package-paths.ts';
import { doubtLoading, reportProblem } from '../evaluate/report-problem.ts';
import { moduleFileAt, resolveImport } from '../evaluate/resolve-import.ts';
import { searchFolders } from '../evaluate/search-folders.ts';
import {
  makeClass,
  makeDict,
  makeInstance,
  makeList,
  makeTuple,
  makeUnknown,
} from '../values/make-values.ts';
import { isKind, isSequence, type CallArguments, type Value, none } from '../values/value.ts';
import { argument, type LibraryEntries, libraryFunction } from './library-entry.ts';
import { isFile, listFolder } from './package-folders.ts';
import { pathText } from './path-text.ts';

const specClass = makeClass('ModuleSpec', { module: 'importlib.machinery' });
const loaderClass = makeClass('SourceFileLoader', { module: 'importlib.machinery' });
const moduleInfoClass = makeClass('ModuleInfo', { module: 'pkgutil' });

/** `importlib` and `pkgutil` for the package's own files. */
export const describeImporting = (run: Interpreter): LibraryEntries => {
  const nothing = libraryFunction('exec_module', () => none);
  const loadFrom = (name: Value | undefined, path: Value | undefined) => {
    const written = pathText(path) ?? '..';
    const inside = insidePackage(written) ?? insideNamed(run, written);
    const module = inside === undefined ? undefined : run.loadFile(inside);
    return module ?? makeUnknown(`module ${typeof name === 'string' ? name : ''}`);
  };
  const makeLoader = (given: CallArguments): Value => {
    const name = argument(given, 0, 'fullname');
    const path = argument(given, 1, 'path');
    const load = libraryFunction('load_module', () => loadFrom(name, path));
    return instance(loaderClass, {
      name: name ?? none,
      path: path ?? none,
      load_module: load,
      exec_module: nothing,
    });
  };
  return {
    'importlib.import_module': libraryFunction('import_module', (given) => importByName(run, given)),
    'importlib.reload': libraryFunction('reload', ({ positional: [module] }) => module),
    'importlib.util.spec_from_file_location': libraryFunction('spec_from_file_location', (given) => {
      const name = argument(given, 0, 'name') ?? none;
      const origin = argument(given, 1, 'location') ?? none;
      const loader = instance(loaderClass, { exec_module: nothing });
      return instance(specClass, { name, origin, loader });
    }),
    'importlib.util.find_spec': libraryFunction('find_spec', (given) => {
      const name = argument(given, 0, 'name');
      const path = resolveByName(run, given);
      // It is unknown whether a module outside the package is installed.
      if (path === undefined) return typeof name === 'string' && name.startsWith('.') ? none : undefined;
      const origin = moduleFileAt(run.files, path);
      return origin === undefined ? none : instance(specClass, { name: path, origin: outsidePath(origin) });
    }),
    'importlib.util.module_from_spec': libraryFunction('module_from_spec', ({ positional: [spec] }) =>
      isKind(spec, 'instance')
        ? loadFrom(spec.attributes.get('name'), spec.attributes.get('origin'))
        : undefined,
    ),
    'importlib.machinery.SourceFileLoader': libraryFunction('SourceFileLoader', makeLoader),
    'pkgutil.iter_modules': libraryFunction('iter_modules', (given) => listModules(run, given, false)),
    'pkgutil.walk_packages': libraryFunction('walk_packages', (given) => listModules(run, given, true)),
    'sys.modules': makeDict(),
    'sys.path': makeList([]),
  };
};

const instance = (made: typeof specClass, attributes: Record<string, Value>): Value =>
  makeInstance(made, Object.entries(attributes));

/** `importlib.import_module(".name", package)` and its absolute form. */
export const importByName = (run: Interpreter, given: CallArguments): Value | undefined => {
  const name = argument(given, 0, 'name');
  if (typeof name !== 'string') return undefined;
  const path = resolveByName(run, given);
  const module = path === undefined ? undefined : run.loadModule(path);
  if (module?.isDoubtful === true) doubtLoading(run);
  if (module !== undefined) return module;
  if (path === undefined && !name.startsWith('.')) return makeUnknown(name, { kind: 'import', path: name });
  const file = run.loading?.module.file ?? '';
  reportProblem(run, { file, line: 0, message: `imports ${shownName(name)}, which is not in the package` });
  doubtLoading(run);
  return undefined;
};

/** The path inside the package that a name and its anchor refer to; undefined if it is outside. */
const resolveByName = (run: Interpreter, given: CallArguments): string | undefined => {
  const name = argument(given, 0, 'name');
  const anchor = argument(given, 1, 'package');
  if (typeof name !== 'string') return undefined;
  const level = name.length - name.replace(/^\.+/, '').length;
  const anchorPath = typeof anchor === 'string' ? (pathOfModuleName(anchor) ?? '') : '';
  // Python treats the anchor as a package, even if a module passes its own name.
  const importer = anchorPath === '' ? '__init__.py' : `${anchorPath}/__init__.py`;
  return resolveImport(run.files, searchFolders(run), importer, level, name.slice(level));
};

const inNamedFolder = new RegExp(`^${packagesRoot}/[^/]+/(.+)$`);

/** A path may begin with the folder that the package expects to be installed in; the file is then its own. */
const insideNamed = (run: Interpreter, path: string): string | undefined => {
  const [, inside = ''] = inNamedFolder.exec(normalizePath(path)) ?? [];
  return run.files.texts.has(inside) ? inside : undefined;
};

const shownName = (name: string): string => showPlaces(name).slice(0, 200);

const listModules = (run: Interpreter, given: CallArguments, isDeep: boolean): Value | undefined => {
  const paths = argument(given, 0, 'path');
  const prefix = argument(given, 1, 'prefix') ?? '';
  if (!isSequence(paths) || typeof prefix !== 'string') return undefined;
  const folders = paths.items.map(pathText);
  if (folders.includes(undefined)) return undefined;
  const pending = folders.map((folder) => ({ folder: folder ?? '', prefix }));
  const found: Value[] = [];
  for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
    run.budget.spend(run.files.texts.size);
    const { folder } = at;
    for (const name of listFolder(run.files, folder) ?? []) {
      const isPackage = isFile(run.files, `${folder}/${name}/__init__.py`) === true;
      if (!isPackage && (!name.endsWith('.py') || name === '__init__.py')) continue;
      const full = at.prefix + name.replace(/\.py$/, '');
      found.push(makeModuleInfo(full, isPackage));
      if (isPackage && isDeep) pending.push({ folder: `${folder}/${name}`, prefix: `${full}.` });
    }
  }
  return makeList(found);
};

/** Unpacks into finder, name and is-package, and has the same as attributes. */
const makeModuleInfo = (name: string, isPackage: boolean): Value => {
  const parts: Record<string, Value> = { module_finder: none, name, ispkg: isPackage };
  return makeInstance(moduleInfoClass, Object.entries(parts), makeTuple(Object.values(parts)));
};
