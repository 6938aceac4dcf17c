/** A module that a text may import, as the text names it. */
export interface WrittenImport {
  /** The number of leading dots; 0 for an absolute name. */
  level: number;
  /** The parts of its dotted name, "*" for any; none for the package around the file. */
  path: readonly string[];
  /** What is taken from it, each of which may be a module. */
  names: readonly TakenName[];
}

export interface TakenName {
  /** "*" for all. */
  name: string;
  /** What the importer calls it. */
  local: string;
}

export interface WrittenImports {
  imports: readonly WrittenImport[];
  /** The names, without ending, of Python files that the text names in strings. */
  files: readonly string[];
  /** Whether the text may also run files that it does not name. */
  isOpen: boolean;
}

/** More are not read: whatever else the text imports, it may. */
const STATEMENTS_MAX = 20_000;
/** Between `from` and `import`, and behind `import`. */
const PATH_CHARACTERS_MAX = 500;
const NAMES_CHARACTERS_MAX = 4_000;

/** What runs code that is not named: text, files by their paths, modules by computed names, and where to look for them. */
const OPEN = new RegExp(
  [
    String.raw`(?<![\w.]|\bdef\s{1,9})(?:exec|eval|execfile)\s{0,9}\(`,
    String.raw`[=(,[{:]\s{0,9}(?:exec|eval|execfile)\b`,
    String.raw`\b(?:spec_from_\w+|module_from_spec|exec_module|load_module|\w*FileLoader|find_loader|run_(?:path|module)|runpy|pkgutil|zipimport\w*|load_(?:source|dynamic|compiled)|meta_path|path_hooks|__path__|__loader__|__builtins__|builtins|pyximport)\b`,
    // A file whose name is put together.
    String.raw`["'*]\.pyw?["']`,
  ].join('|'),
);
const PYTHON_ENDING = /\.pyw?\b/g;
const FILE_CHARACTERS_MAX = 100;
const FILE_NAME = /[\p{L}\p{N}_-]+$/u;
/** `-m` of the interpreter, in a text or in a list of arguments. */
const MODULE_ARGUMENT = /-m["']?[\s,]{1,9}["']?([\w.]{1,200})/g;
const BY_NAME = /\b(?:__import__|import_module)\b/g;
/** A call with a literal name and, for `import_module`, the package. The name may go on with what is computed. */
const LITERAL_NAME =
  /\s{0,9}\(\s{0,99}(f?)(["'])([\w.]{0,200})(\{|\2\s{0,99}(?:,\s{0,9}(?:__\w{1,20}__|package\s{0,9}=\s{0,9}__\w{1,20}__)\s{0,9},?\s{0,9})?\))/y;

/** What a Python source may import, found by its words alone: also in comments and strings, and never too little. */
export const readImports = (text: string): WrittenImports => {
  const imports: WrittenImport[] = [];
  let isOpen = OPEN.test(text);
  for (const { index } of text.matchAll(/\bimport\b/g)) {
    const names = namesAt(text, index + 'import'.length);
    if (names === undefined || imports.length > STATEMENTS_MAX) {
      isOpen = true;
      break;
    }
    imports.push(...readStatement(pathBefore(text, index), names));
  }
  for (const { 0: called, index } of text.matchAll(BY_NAME)) {
    const found = importByName(text, index, called);
    if (found === undefined) isOpen = true;
    else imports.push(...found);
  }
  const modules = [...text.matchAll(MODULE_ARGUMENT)].map(([, name = '']) => moduleOf(name, []));
  const files = [...text.matchAll(PYTHON_ENDING)].flatMap(
    ({ index }) => FILE_NAME.exec(text.slice(Math.max(0, index - FILE_CHARACTERS_MAX), index))?.[0] ?? [],
  );
  return { imports: [...imports, ...modules], files, isOpen };
};

const readStatement = (from: string | undefined, names: readonly string[]): WrittenImport[] =>
  from === undefined
    ? names.map((name) => moduleOf(name.split(/\bas\b/)[0] ?? '', []))
    : [moduleOf(from, names.map(takenName))];

const takenName = (written: string): TakenName => {
  const [name = '', , local = name] = written.trim().split(/[\s\\]+/);
  return { name: plain(name), local: plain(local) };
};

const moduleOf = (written: string, names: readonly TakenName[]): WrittenImport => {
  const name = plain(written.replaceAll(/[\s\\]/g, ''));
  const path = name.replace(/^\.+/, '');
  return { level: name.length - path.length, path: path === '' ? [] : path.split('.'), names };
};

/** Python normalizes names to their compatibility form (PEP 3131). */
const plain = (name: string): string => (/[^\0-\x7f]/.test(name) ? name.normalize('NFKC') : name);

/** The module in `from … import`; undefined without `from`. */
const pathBefore = (text: string, end: number): string | undefined => {
  const window = text.slice(Math.max(0, end - PATH_CHARACTERS_MAX), end);
  const at = window.lastIndexOf('from');
  if (at === -1 || /[\w.]/.test(window[at - 1] ?? '')) return undefined;
  const path = window.slice(at + 'from'.length);
  return /^(?:\\\n|[^\n;:,'"()#=])+$/.test(path) ? path : undefined;
};

/** The names behind `import`, each with its alias; undefined if there are too many. */
const namesAt = (text: string, start: number): string[] | undefined => {
  const rest = text.slice(start, start + NAMES_CHARACTERS_MAX);
  const [, inside] = /^[\s\\]*\(([^]*)/.exec(rest) ?? [];
  if (inside === undefined) return (/^(?:\\\n|[^\n;#])*/.exec(rest)?.[0] ?? '').split(',');
  const [list = '', end] = inside.replaceAll(/#[^\n]*/g, '').split(')', 2);
  return end === undefined && rest.length === NAMES_CHARACTERS_MAX ? undefined : list.split(',');
};

/** Undefined if only running the code could tell which module it is. */
const importByName = (text: string, index: number, called: string): WrittenImport[] | undefined => {
  const end = index + called.length;
  // The function itself is imported under its own name.
  if (/\bimport[ \t(][\w, \t\n]{0,200}$/.test(text.slice(Math.max(0, index - 220), index)))
    return /^\s+as\b/.test(text.slice(end, end + 20)) ? undefined : [];
  LITERAL_NAME.lastIndex = end;
  const [, isFormat, , name = '', closing = ''] = LITERAL_NAME.exec(text) ?? [];
  if (closing === '' || (closing === '{' && isFormat === '')) return undefined;
  if (closing !== '{') return [moduleOf(name.replace(/^\.+/, ''), [])];
  const folder = name.replace(/^\.+/, '').split('.').slice(0, -1);
  return folder.length === 0 ? undefined : [{ level: 0, path: [...folder, '*'], names: [] }];
};
