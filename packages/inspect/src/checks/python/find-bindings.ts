import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { keyOf } from './key-of.ts';
import type { Binding } from './read-bindings.ts';
import { argumentsFor, type Parameter } from './read-parameters.ts';
import { memberOf, type PythonSource } from './read-source.ts';
import { MODULE_SCOPE } from './scopes.ts';

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
    if (bindings !== undefined || parameter !== undefined)
      return { key, isOfModule, bindings: bindings ?? [], parameter };
    if (isOfModule) return undefined;
  }
};

/** A value that a variable can have. */
export interface BoundValue {
  value: SyntaxNode;
  /** Whether a call of the function passes it, which another call need not do. */
  isArgument: boolean;
}

/** The values of a variable, or of an attribute of `self`. */
export const valuesOf = (source: PythonSource, node: SyntaxNode): BoundValue[] => {
  const plain = (value: SyntaxNode | null): BoundValue[] =>
    value === null ? [] : [{ value, isArgument: false }];
  if (node.type === 'attribute') return membersOf(source, node).flatMap(plain);
  const found = findBindings(source, node);
  if (found === undefined) return [];
  const { bindings, parameter } = found;
  return [
    ...bindings.flatMap(({ value }) => plain(value)),
    ...plain(parameter?.fallback ?? null),
    ...passedTo(source, parameter).map((value) => ({ value, isArgument: true })),
  ];
};

const passedTo = (source: PythonSource, parameter: Parameter | undefined): SyntaxNode[] => {
  if (parameter === undefined || parameter.callee === '') return [];
  return (source.callsByName.get(parameter.callee) ?? []).flatMap((call) => argumentsFor(parameter, call));
};

/** In the class around it, or in any class of the file if that one binds nothing: it may inherit the attribute. */
const membersOf = (source: PythonSource, node: SyntaxNode): readonly SyntaxNode[] => {
  const name = memberOf(node);
  if (name === undefined) return [];
  const own = source.members.get(keyOf(source.classes.at(node.startIndex), name));
  return own ?? source.members.get(keyOf(MODULE_SCOPE, name)) ?? [];
};
