import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { keyOf } from './key-of.ts';
import type { PythonSource, Site } from './python-source.ts';
import type { Binding } from './read-bindings.ts';
import type { Parameter } from './read-parameters.ts';
import { MODULE_SCOPE } from './scopes.ts';
import { spend } from './trace-budget.ts';

/** What a name means in the innermost scope that binds it. */
export interface FoundName {
  /** The name in that scope; see `keyOf`. */
  key: string;
  isOfModule: boolean;
  bindings: readonly Binding[];
  parameter: Parameter | undefined;
}

/** Undefined for a name that the file does not bind. */
export const findBindings = (source: PythonSource, variable: SyntaxNode): FoundName | undefined => {
  const name = variable.text;
  for (let scope = source.scopes.at(variable.startIndex); ; scope = source.scopes.outer(scope)) {
    const key = keyOf(scope, name);
    const bindings = source.bindings.get(key);
    const parameter = source.parameters.get(key);
    const isOfModule = scope === MODULE_SCOPE;
    // Every caller visits each of these bindings.
    if (bindings !== undefined && bindings.length > 1) spend(source.others.budget, bindings.length);
    if (bindings !== undefined || parameter !== undefined)
      return { key, isOfModule, bindings: bindings ?? [], parameter };
    if (isOfModule) return undefined;
  }
};

/** Where other files of the package bind a variable that a file imports, by name or with `*`. */
export const importedSites = (
  { file, others, bindings }: PythonSource,
  variable: SyntaxNode,
  found: FoundName | undefined,
): Site[] => {
  const imports = (found?.bindings ?? []).flatMap(({ from }) => from ?? []);
  const all = found === undefined ? (bindings.get(keyOf(MODULE_SCOPE, '*')) ?? []) : [];
  const taken = all.flatMap(({ from }) => (from === undefined ? [] : [{ ...from, name: variable.text }]));
  return [...imports, ...taken].flatMap((from) => others.sitesOfImport(file, from));
};
