import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { findBindings, type FoundName, importedSites } from './find-bindings.ts';
import { holdersOf } from './find-holders.ts';
import { keyOf } from './key-of.ts';
import type { PlacedBinding, PythonSource } from './python-source.ts';
import { argumentsFor, type Parameter } from './read-parameters.ts';
import { memberOf } from './read-source.ts';
import { MODULE_SCOPE } from './scopes.ts';
import { spend } from './trace-budget.ts';

/** A value that a variable can have. */
export interface BoundValue {
  /** The file that it stands in. */
  source: PythonSource;
  value: SyntaxNode;
  /** Whether a call of the function passes it, which another call need not do. */
  isArgument: boolean;
}

/**
 * The values of a variable, or of an attribute of `self`, a class or a module of the package. Without `withCallers`, not
 * those that other files pass to a parameter.
 */
export const valuesOf = (
  source: PythonSource,
  node: SyntaxNode,
  { withCallers = true }: { withCallers?: boolean } = {},
): BoundValue[] => {
  if (node.type === 'attribute')
    return [...membersOf(source, node), ...attributeBindings(source, node).flatMap(valueOf)];
  const found = findBindings(source, node);
  const { bindings = [], parameter } = found ?? {};
  const fallback = parameter?.fallback ?? null;
  return [
    ...bindings.flatMap((binding) => valueOf({ source, binding })),
    ...importedBindings(source, node, found).flatMap(valueOf),
    ...(fallback === null ? [] : [{ source, value: fallback, isArgument: false }]),
    ...passedTo(source, parameter, withCallers),
  ];
};

/** What other files bind an imported variable to. */
export const importedBindings = (
  source: PythonSource,
  variable: SyntaxNode,
  found: FoundName | undefined,
): PlacedBinding[] =>
  importedSites(source, variable, found).flatMap((site) => source.others.bindingsAt(site));

/** What is bound to an attribute of a class or module of the package. */
export const attributeBindings = (source: PythonSource, node: SyntaxNode): PlacedBinding[] => {
  if (memberOf(node) !== undefined) return [];
  const name = node.childForFieldName('attribute')?.text ?? '';
  return holdersOf(source, node.childForFieldName('object')).flatMap(
    ({ file, className, open }): PlacedBinding[] => {
      if (className === undefined)
        return source.others.sitesOf(file, name).flatMap((site) => source.others.bindingsAt(site));
      const holder = open();
      const bindings = holder.attributes.get(`${className}.${name}`) ?? [];
      return bindings.map((binding) => ({ source: holder, binding }));
    },
  );
};

const valueOf = ({ source, binding: { value } }: PlacedBinding): BoundValue[] =>
  value === null ? [] : [{ source, value, isArgument: false }];

const passedTo = (
  source: PythonSource,
  parameter: Parameter | undefined,
  withCallers: boolean,
): BoundValue[] => {
  if (parameter === undefined || parameter.callee === '') return [];
  const own = (source.callsByName.get(parameter.callee) ?? []).map((call) => ({ source, call }));
  const foreign = withCallers ? source.others.callsOf(source.file, parameter.callee) : [];
  spend(source.others.budget, own.length + foreign.length);
  return [...own, ...foreign].flatMap((caller) =>
    argumentsFor(parameter, caller.call).map((value) => ({
      source: caller.source,
      value,
      isArgument: true,
    })),
  );
};

/**
 * In the class around it, or in any class of the file if that one binds nothing: it may inherit the attribute. For an
 * object of a class of the package, in any class of its file.
 */
const membersOf = (source: PythonSource, node: SyntaxNode): BoundValue[] => {
  const own = memberOf(node);
  if (own !== undefined) {
    const at = source.classes.at(node.startIndex);
    const values = source.members.get(keyOf(at, own)) ?? inAnyClass(source, own);
    const ofClass =
      values.length > 0 ? [] : (source.attributes.get(`${source.classes.nameOf(at)}.${own}`) ?? []);
    spend(source.others.budget, values.length + ofClass.length);
    return [
      ...values.map((value) => ({ source, value, isArgument: false })),
      ...ofClass.flatMap((binding) => valueOf({ source, binding })),
    ];
  }
  const name = node.childForFieldName('attribute')?.text ?? '';
  return holdersOf(source, node.childForFieldName('object'))
    .filter(({ className }) => className !== undefined)
    .flatMap(({ open }) => {
      const holder = open();
      return inAnyClass(holder, name).map((value) => ({ source: holder, value, isArgument: false }));
    });
};

const inAnyClass = ({ members }: PythonSource, name: string): readonly SyntaxNode[] =>
  members.get(keyOf(MODULE_SCOPE, name)) ?? [];
