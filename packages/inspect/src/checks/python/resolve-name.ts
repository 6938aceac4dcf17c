import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { findBindings } from './find-bindings.ts';
import { holdersOf } from './find-holders.ts';
import { returnsOf } from './find-returns.ts';
import { type FoldedText, foldText, type Surroundings } from './fold-text.ts';
import { GETS_ATTRIBUTE, GETS_ITEM, GETTERS, IMPORTS, LOCATES, NAMESPACE } from './hiding-functions.ts';
import { attributesOf, distinct, dottedName, hidden, join, moduleOf, plain } from './join-names.ts';
import { keyOf } from './key-of.ts';
import type { PlacedBinding, PythonSource } from './python-source.ts';
import { DISPLAY, isTableCall, itemsFrom, itemsOf, putIntoDisplay } from './list-items.ts';
import { putOnto } from './put-into.ts';
import { memberOf } from './read-source.ts';
import type { ResolvedName } from './resolved-name.ts';
import { MODULE_SCOPE } from './scopes.ts';
import { spend } from './trace-budget.ts';
import { mayBeUnbound, readName, unboundNames } from './unbound-names.ts';
import { attributeBindings, importedBindings, valuesOf } from './values-of.ts';

type Names = readonly ResolvedName[];

const DEPTH_MAX = 60;
/** Variables on the way to what one stands for, before they cost steps. */
const FREE_NAMES = 16;

/**
 * The dotted names that an expression can refer to, by all bindings of the variables in it; none if imports and
 * assignments do not tell. The name of an object that the file makes itself begins with a dot.
 */
export const resolveNames = (source: PythonSource, node: SyntaxNode | null, depth = 0): Names => {
  if (node === null || depth > DEPTH_MAX) return [];
  if (depth > 0) spend(source.others.budget, 1);
  const resolve = (inner: SyntaxNode | null): Names => resolveNames(source, inner, depth + 1);
  switch (node.type) {
    case 'identifier':
      return resolveIdentifier(source, node, depth);
    case 'parenthesized_expression':
      return resolve(node.firstNamedChild);
    case 'assignment':
      return resolve(node.childForFieldName('right'));
    // `for run in [os.system]`
    case 'list':
    case 'tuple':
      return itemsOf(node).flatMap(resolve);
    case 'named_expression':
      return resolve(node.childForFieldName('value'));
    case 'boolean_operator':
    case 'conditional_expression':
      return node.namedChildren.flatMap(resolve);
    case 'attribute':
      return resolveAttribute(source, node, depth);
    case 'subscript':
      return resolveSubscript(source, node, depth);
    case 'call':
      return resolveCall(source, node, depth);
    default:
      return [];
  }
};

/** Whether an expression can refer to one of these names. */
export const isNamed = (source: PythonSource, node: SyntaxNode | null, names: RegExp): boolean =>
  resolveNames(source, node).some(({ name }) => names.test(name));

const resolveIdentifier = (source: PythonSource, node: SyntaxNode, depth: number): Names => {
  const found = findBindings(source, node);
  const unbound = mayBeUnbound(found, node) ? unboundNames(source, node) : [];
  const key = found?.key ?? keyOf(MODULE_SCOPE, node.text);
  if (found === undefined && !source.bindings.has(keyOf(MODULE_SCOPE, '*'))) return unbound;
  return [...remember(source, key, () => namesOfVariable(source, node, depth)), ...unbound];
};

/** Names can stand for one another: while one is being resolved, it has no names. */
const remember = (source: PythonSource, key: string, find: () => Names): Names => {
  const known = source.resolved.get(key);
  if (known !== undefined) return known;
  source.resolved.set(key, []);
  const names = distinct(find());
  source.resolved.set(key, names);
  return names;
};

/** What is bound to a variable, and to those that are bound to it. */
const namesOfVariable = (source: PythonSource, variable: SyntaxNode, depth: number): Names => {
  const names: ResolvedName[] = [];
  const seen = new Set<string>();
  const waiting = [{ source, node: variable }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { source: holder, node } = next;
    const found = findBindings(holder, node);
    if (node !== variable && mayBeUnbound(found, node)) names.push(...unboundNames(holder, node));
    const key = `${holder.file}\0${found?.key ?? node.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > FREE_NAMES) spend(source.others.budget, 1);
    const known =
      node === variable ? undefined : holder.resolved.get(found?.key ?? keyOf(MODULE_SCOPE, node.text));
    if (known !== undefined && known.length > 0) {
      names.push(...asSeenFrom(source, holder, known));
      continue;
    }
    const own = (found?.bindings ?? []).map((binding) => ({ source: holder, binding }));
    for (const placed of [...own, ...importedBindings(holder, node, found)])
      names.push(...dottedName(placed.binding), ...namesOfBases(placed, depth));
    // Almost every parameter is an object, and to look for all callers of every function would cost too much.
    const withCallers = holder.others.isGivenFunctions(holder.file);
    for (const { source: other, value } of valuesOf(holder, node, { withCallers })) {
      if (value.type === 'identifier') waiting.push({ source: other, node: value });
      else names.push(...namesFrom({ from: other, value }, source, depth));
      // `for run in runs`
      if (DISPLAY.test(value.type))
        for (const item of putIntoDisplay(other, value))
          names.push(...namesFrom({ from: other, value: item }, source, depth));
    }
  }
  return names;
};

/** A class is what it inherits from as well. */
const namesOfBases = ({ source, binding: { dotted } }: PlacedBinding, depth: number): Names =>
  dotted.startsWith('.')
    ? (source.bases.get(dotted.slice(1)) ?? []).flatMap((base) => resolveNames(source, base, depth + 1))
    : [];

/**
 * Names from a file that may be another one. Libraries for old versions of Python get functions by their plain names
 * there, for others to call them.
 */
const asSeenFrom = (source: PythonSource, holder: PythonSource, names: Names): Names =>
  holder === source ? names : names.map((name) => ({ ...name, isHidden: name.isEncoded }));

/** The names of a value that may stand in another file. */
const namesFrom = (
  { from, value }: { from: PythonSource; value: SyntaxNode },
  source: PythonSource,
  depth: number,
): Names => asSeenFrom(source, from, resolveNames(from, value, depth + 1));

const resolveAttribute = (source: PythonSource, node: SyntaxNode, depth: number): Names => {
  const attribute = readName(node.childForFieldName('attribute')?.text ?? '');
  const object = node.childForFieldName('object');
  const ofObject = (): Names => attributesOf(resolveNames(source, object, depth + 1), attribute);
  const isOwn = memberOf(node) !== undefined;
  const added = object?.type === 'identifier' ? putOnto(source, object, attribute.name) : [];
  if (!isOwn && holdersOf(source, object).length + added.length === 0) return ofObject();
  const bound = attributeBindings(source, node);
  const members = [...valuesOf(source, node), ...added.map((value) => ({ source, value }))];
  if (members.length + bound.length === 0) return ofObject();
  const key = isOwn ? keyOf(source.classes.at(node.startIndex), node.text) : `#${node.id}`;
  const names = remember(source, key, () => [
    ...bound.flatMap(({ binding }) => dottedName(binding)),
    ...members.flatMap(({ source: from, value }) => namesFrom({ from, value }, source, depth)),
  ]);
  if (!isOwn) return [...names, ...ofObject()];
  return names.length === 0 ? attributesOf([], attribute) : names;
};

/** `fns[0]` and `fns["run"]` of a list or dictionary of functions that is written out, or an item of a namespace. */
const resolveSubscript = (source: PythonSource, node: SyntaxNode, depth: number): Names => {
  const value = node.childForFieldName('value');
  const ofTable = namesInTable(source, value, depth);
  const holders = resolveNames(source, value, depth + 1);
  return [...ofTable, ...itemsByKey(source, holders, { key: node.childForFieldName('subscript'), depth })];
};

const namesInTable = (source: PythonSource, table: SyntaxNode | null, depth: number): Names =>
  itemsFrom(source, table).flatMap(({ source: holder, value }) =>
    namesFrom({ from: holder, value }, source, depth),
  );

/** `__builtins__["exec"]`, `globals()["exec"]`, `os.__dict__["system"]`, `sys.modules["os"]`. */
const itemsByKey = (
  source: PythonSource,
  names: Names,
  { key: node, depth }: { key: SyntaxNode | null; depth: number },
): Names => {
  const holders = names.filter(({ name }) => NAMESPACE.test(name));
  const key = holders.length === 0 ? undefined : fold(source, node, depth);
  if (key === undefined) return [];
  return holders.map((holder) =>
    /^sys\.modules$|\.__globals__$/.test(holder.name)
      ? moduleOf(key)
      : join({ ...holder, name: holder.name.replace(/(?:^|\.)__dict__$|^\w+\(\)$/, '') }, hidden(key)),
  );
};

const fold = (source: PythonSource, node: SyntaxNode | null, depth: number): FoldedText | undefined =>
  foldText(node, surroundingsOf(source, depth));

const surroundingsOf = (source: PythonSource, depth: number): Surroundings => ({
  namesOf: (callee) => resolveNames(source, callee, depth + 1).map(({ name }) => name),
  valuesOf: (node) => {
    const values =
      node.type === 'call'
        ? returnsOf(source, node)
        : valuesOf(source, node).map((bound) => ({ source: bound.source, node: bound.value }));
    const isOne = values.slice(1).every(({ node: value }) => isAdded(value));
    return isOne
      ? values.map((one) => ({ node: one.node, surroundings: surroundingsOf(one.source, depth + 1) }))
      : [];
  },
});

/** `text += "more"` */
const isAdded = ({ parent }: SyntaxNode): boolean =>
  parent?.type === 'augmented_assignment' && parent.childForFieldName('operator')?.type === '+=';

const resolveCall = (source: PythonSource, node: SyntaxNode, depth: number): Names => {
  const resolve = (inner: SyntaxNode | null): Names => resolveNames(source, inner, depth + 1);
  const [first = null, second = null, third = null] =
    node.childForFieldName('arguments')?.namedChildren ?? [];
  const called = resolve(node.childForFieldName('function')).flatMap((callee): Names => {
    if (IMPORTS.test(callee.name)) {
      const module = fold(source, first, depth);
      return module === undefined ? [] : [moduleOf(module)];
    }
    if (LOCATES.test(callee.name)) {
      const found = fold(source, first, depth);
      return found === undefined ? [] : [moduleOf({ ...found, text: found.text.replace(':', '.') })];
    }
    if (callee.name === 'importlib.reload') return resolve(first);
    if (GETS_ATTRIBUTE.test(callee.name)) {
      const attribute = fold(source, second, depth);
      const otherwise = third?.type === 'keyword_argument' ? [] : resolve(third);
      return [
        ...(attribute === undefined ? [] : attributesOf(resolve(first), hidden(attribute))),
        ...otherwise,
      ];
    }
    if (/.\.__getattribute__$/.test(callee.name)) {
      const attribute = fold(source, first, depth);
      const name = callee.name.replace(/\.\w+$/, '');
      return attribute === undefined ? [] : attributesOf([{ ...callee, name }], hidden(attribute));
    }
    if (GETS_ITEM.test(callee.name)) {
      const name = callee.name.replace(/\.\w+$/, '');
      return itemsByKey(source, [{ ...callee, name }], { key: first, depth });
    }
    if (callee.name === 'operator.getitem') return itemsByKey(source, resolve(first), { key: second, depth });
    if (callee.name === 'functools.reduce') return reducedNames(source, node, depth);
    if (GETTERS.test(callee.name)) {
      const attribute = fold(source, first, depth);
      if (attribute === undefined) return [];
      return [{ ...hidden(attribute), name: `${callee.name}(${attribute.text})` }];
    }
    const [, gotten] = /^operator\.attrgetter\((.+)\)$/.exec(callee.name) ?? [];
    if (gotten !== undefined) return attributesOf(resolve(first), { ...callee, name: gotten });
    const [, item] = /^operator\.itemgetter\((.+)\)$/.exec(callee.name) ?? [];
    if (item !== undefined) {
      const holders = resolve(first).filter(({ name }) => NAMESPACE.test(name));
      return holders.map(({ name }) =>
        join(plain(name.replace(/(?:^|\.)__dict__$/, '')), { ...callee, name: item }),
      );
    }
    if (callee.name === 'vars' && first !== null)
      return resolve(first).map((holder) => ({ ...holder, name: `${holder.name}.__dict__` }));
    return [{ ...callee, name: `${callee.name}()` }];
  });
  const ofTable = isTableCall(node) ? namesInTable(source, node, depth) : [];
  return [...called, ...ofTable, ...returnedNames(source, node, depth)];
};

/** `functools.reduce(getattr, ["path", "join"], os)`. */
const reducedNames = (source: PythonSource, node: SyntaxNode, depth: number): Names => {
  const [by = null, path = null, from = null] = node.childForFieldName('arguments')?.namedChildren ?? [];
  if (by?.text !== 'getattr') return [];
  const parts = /^(?:list|tuple)$/.test(path?.type ?? '')
    ? path?.namedChildren.map((part) => fold(source, part, depth))
    : [];
  if (parts === undefined || parts.length === 0 || parts.includes(undefined)) return [];
  return parts.reduce<Names>(
    (names, part) => (part === undefined ? [] : attributesOf(names, hidden(part))),
    resolveNames(source, from, depth + 1),
  );
};

/** What functions of the package return, if that is a function or module from elsewhere. */
const returnedNames = (source: PythonSource, node: SyntaxNode, depth: number): Names => {
  const returned = returnsOf(source, node);
  if (returned.length === 0) return [];
  return remember(source, `#${node.id}`, () =>
    returned.flatMap(({ source: holder, node: value }) => {
      spend(holder.others.budget, 1);
      const names = namesFrom({ from: holder, value }, source, depth);
      return names.filter(({ name }) => !name.startsWith('.'));
    }),
  );
};
