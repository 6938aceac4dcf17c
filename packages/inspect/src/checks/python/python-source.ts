import type { SyntaxNode } from '../../python/syntax-tree.ts';
import type { Binding, ImportedFrom } from './read-bindings.ts';
import type { Parameter } from './read-parameters.ts';
import type { ResolvedName } from './resolved-name.ts';
import type { Scopes } from './scopes.ts';
import type { TraceBudget } from './trace-budget.ts';

/** What the names in a file refer to. */
export interface PythonSource {
  text: string;
  /** The name of the file, from which its imports start. */
  file: string;
  /** The other files of the package. */
  others: OtherFiles;
  /** Whether it mentions the environment of the process. Most files do not, and need not be searched for it. */
  namesEnvironment: boolean;
  /** The same of the folder of the user's packages. */
  namesUserSite: boolean;
  scopes: Scopes;
  classes: Scopes;
  calls: SyntaxNode[];
  assignments: SyntaxNode[];
  /** They call what they name with the function or class below them. */
  decorators: SyntaxNode[];
  /** The calls of a function by its plain name, or by the name of a method of `self`. */
  callsByName: ReadonlyMap<string, SyntaxNode[]>;
  /** What is bound to a name in a scope, in every place; see `keyOf`. */
  bindings: ReadonlyMap<string, Binding[]>;
  /** What is bound in the body of a class, by `<class>.<name>`. */
  attributes: ReadonlyMap<string, Binding[]>;
  classNames: ReadonlySet<string>;
  /** What the classes of a name inherit from, and their metaclasses. */
  bases: ReadonlyMap<string, SyntaxNode[]>;
  /** The parameter of a function, by its name in the scope of the function; see `keyOf`. */
  parameters: ReadonlyMap<string, Parameter>;
  /** What is bound to an attribute of `self` in a class, and under `MODULE_SCOPE` in all of them; see `keyOf`. */
  members: ReadonlyMap<string, SyntaxNode[]>;
  /** What the functions with a name return. */
  returns: ReadonlyMap<string, SyntaxNode[]>;
  /** Parts of the file that run only when it is started as a script. */
  scripts: SyntaxNode[];
  /** What `resolveNames` knows already of the variables. */
  resolved: Map<string, readonly ResolvedName[]>;
  /** The variables that hold no module or class of the package. */
  plain: Set<string>;
}

/** A place in the package to which imports lead. */
export interface Site {
  file: string;
  /** A name that the module binds; undefined for the module itself. */
  name: string | undefined;
}

/** A binding, and the file that it is in. */
export interface PlacedBinding {
  source: PythonSource;
  binding: Binding;
}

/** A call, and the file that it is in. */
export interface PlacedCall {
  source: PythonSource;
  call: SyntaxNode;
}

/** The Python files of a package, as far as one of them needs another; read when they are needed. */
export interface OtherFiles {
  budget: TraceBudget;
  /** Whether a Python text of the package has a word; also if one was not read. */
  hasWord(words: RegExp): boolean;
  open(file: string): PythonSource;
  /** Whether a name of a module is that of a class. */
  isClass(site: Site): boolean;
  /** Code that a file runs as a text. */
  readInner(file: string, code: string): PythonSource;
  /** Where the package binds what an import in a file takes; empty if that is not in the package. */
  sitesOfImport(file: string, from: ImportedFrom): readonly Site[];
  /** Where the package binds a name of a module: there, or where that module imports it from. */
  sitesOf(file: string, name: string): readonly Site[];
  /** What is bound where imports lead. */
  bindingsAt(site: Site): PlacedBinding[];
  /** Whether another file passes a function of interest to one of this file. */
  isGivenFunctions(file: string): boolean;
  /** The calls of a function, class or method in other files, however they import it. */
  callsOf(file: string, name: string): PlacedCall[];
}
