import type { Node } from 'web-tree-sitter';
import { keyOf, type PythonSource } from './read-source.ts';
import { MODULE_SCOPE } from './scopes.ts';

/** What is bound to a variable in the innermost scope that binds it. */
export const valuesOf = (source: PythonSource, variable: Node): readonly Node[] => {
  const name = variable.text;
  for (let scope = source.scopes.at(variable.startIndex); ; scope = source.scopes.outer(scope)) {
    const values = source.values.get(keyOf(scope, name));
    if (values !== undefined) return values;
    if (scope === MODULE_SCOPE) return [];
  }
};
