import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { findBindings, type FoundName, valuesOf } from './find-bindings.ts';
import { type FoldedText, foldText } from './fold-text.ts';
import { keyOf } from './key-of.ts';
import { ofSystem } from './read-bindings.ts';
import type { PythonSource } from './read-source.ts';
import type { ResolvedName } from './resolved-name.ts';
import { MODULE_SCOPE } from './scopes.ts';

type Names = readonly ResolvedName[];

const DEPTH_MAX = 60;
/** Names of the file's own objects, of which the rules read only the end. A variable can have very many. */
const OWN_NAMES_MAX = 8;

const plain = (name: string): ResolvedName => ({ name, isHidden: false, isEncoded: false });

/**
 * The dotted names that an expression can refer to, by all bindings of the variables in it; none if imports and
 * assignments do not tell. The name of an object that the file makes itself begins with a dot.
 */
export const resolveNames = (source: PythonSource, node: SyntaxNode | null, depth = 0): Names => {
  if (node === null || depth > DEPTH_MAX) return [];
  const resolve = (inner: SyntaxNode | null): Names => resolveNames(source, inner, depth + 1);
  switch (node.type) {
    case 'identifier':
      return resolveIdentifier(source, node, resolve);
    case 'parenthesized_expression':
      return resolve(node.firstNamedChild);
    case 'assignment':
      return resolve(node.childForFieldName('right'));
    case 'boolean_operator':
    case 'conditional_expression':
      return node.namedChildren.flatMap(resolve);
    case 'attribute':
      return resolveAttribute(source, node, resolve);
    case 'subscript':
      return resolveSubscript(source, node, resolve);
    case 'call':
      return resolveCall(source, node, resolve);
    default:
      return [];
  }
};

/** Whether an expression can refer to one of these names. */
export const isNamed = (source: PythonSource, node: SyntaxNode | null, names: RegExp): boolean =>
  resolveNames(source, node).some(({ name }) => names.test(name));

type Resolve = (inner: SyntaxNode | null) => Names;

/** Python normalizes names to their compatibility form (PEP 3131), so a name may be written in other letters. */
const readName = (written: string): ResolvedName => {
  const name = written.normalize('NFKC');
  return { name, isHidden: name !== written, isEncoded: name !== written };
};

const resolveIdentifier = (source: PythonSource, node: SyntaxNode, resolve: Resolve): Names => {
  const found = findBindings(source, node);
  const unbound = mayBeUnbound(found, node) ? unboundNames(source, node) : [];
  if (found === undefined) return unbound;
  return [...remember(source, found.key, () => namesOfVariable(source, node, resolve)), ...unbound];
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
const namesOfVariable = (source: PythonSource, node: SyntaxNode, resolve: Resolve): Names => {
  const names: ResolvedName[] = [];
  const seen = new Set<string>();
  const waiting = [node];
  for (let variable = waiting.pop(); variable !== undefined; variable = waiting.pop()) {
    const found = findBindings(source, variable);
    if (variable !== node && mayBeUnbound(found, variable)) names.push(...unboundNames(source, variable));
    if (found === undefined || seen.has(found.key)) continue;
    seen.add(found.key);
    names.push(...found.bindings.flatMap(({ dotted }) => (dotted === '' ? [] : [plain(dotted)])));
    for (const { value } of valuesOf(source, variable)) {
      if (value.type === 'identifier') waiting.push(value);
      else names.push(...resolve(value));
    }
  }
  return names;
};

/** A binding of the module hides a built-in name only below it, and only if it surely happens. */
const mayBeUnbound = (found: FoundName | undefined, variable: SyntaxNode): boolean =>
  found === undefined ||
  (found.isOfModule && !found.bindings.some(({ isSure, start }) => isSure && start < variable.startIndex));

/** What a name means that the file does not bind: a built-in function, or something that a module brings with `*`. */
const unboundNames = (source: PythonSource, node: SyntaxNode): Names => {
  const own = readName(node.text);
  const modules = source.bindings.get(keyOf(MODULE_SCOPE, '*')) ?? [];
  return [own, ...distinct(modules.map(({ dotted }) => ({ ...own, name: dotted + own.name })))];
};

const distinct = (names: Names): Names => {
  const byName = new Map<string, ResolvedName>();
  let own = 0;
  for (const resolved of names) {
    const { name, isHidden, isEncoded } = resolved;
    if (name.startsWith('.') && !byName.has(name) && (own += 1) > OWN_NAMES_MAX) continue;
    const known = byName.get(name);
    byName.set(
      name,
      known === undefined
        ? resolved
        : { name, isHidden: isHidden || known.isHidden, isEncoded: isEncoded || known.isEncoded },
    );
  }
  return [...byName.values()];
};

const resolveAttribute = (source: PythonSource, node: SyntaxNode, resolve: Resolve): Names => {
  const attribute = readName(node.childForFieldName('attribute')?.text ?? '');
  const members = valuesOf(source, node);
  if (members.length === 0) return attributesOf(resolve(node.childForFieldName('object')), attribute);
  const key = keyOf(source.classes.at(node.startIndex), node.text);
  const names = remember(source, key, () => members.flatMap(({ value }) => resolve(value)));
  return names.length === 0 ? attributesOf([], attribute) : names;
};

export const attributesOf = (holders: Names, attribute: ResolvedName): Names =>
  holders.length === 0
    ? [{ ...attribute, name: `.${attribute.name}` }]
    : holders.map((holder) => join(holder, attribute));

/** `__builtins__["exec"]`, `globals()["exec"]`, `os.__dict__["system"]`, `sys.modules["os"]`. */
const resolveSubscript = (source: PythonSource, node: SyntaxNode, resolve: Resolve): Names => {
  const holders = resolve(node.childForFieldName('value')).filter(({ name }) =>
    /^__builtins__$|\.__dict__$|\b(?:globals|locals|vars)\(\)$|^sys\.modules$/.test(name),
  );
  const key = holders.length === 0 ? undefined : fold(source, node.childForFieldName('subscript'), resolve);
  if (key === undefined) return [];
  return holders.map((holder) =>
    holder.name === 'sys.modules'
      ? moduleOf(key)
      : join({ ...holder, name: holder.name.replace(/\.__dict__$|^\w+\(\)$/, '') }, hidden(key)),
  );
};

const fold = (source: PythonSource, node: SyntaxNode | null, resolve: Resolve): FoldedText | undefined =>
  foldText(node, {
    namesOf: (callee) => resolve(callee).map(({ name }) => name),
    valueOf: (variable) => {
      const [first, ...others] = valuesOf(source, variable);
      return others.length > 0 ? null : (first?.value ?? null);
    },
  });

const hidden = ({ text, isEncoded }: FoldedText): ResolvedName => ({ name: text, isHidden: true, isEncoded });
const moduleOf = (key: FoldedText): ResolvedName => hidden({ ...key, text: ofSystem(key.text) });

const IMPORTS = /^(?:__import__|importlib\.(?:import_module|__import__)|sys\.modules\.get)$/;

/** What they make calls for an attribute by its name, once it is called itself. */
const GETTERS = /^operator\.(?:attrgetter|methodcaller)$/;

const resolveCall = (source: PythonSource, node: SyntaxNode, resolve: Resolve): Names => {
  const [first = null, second = null] = node.childForFieldName('arguments')?.namedChildren ?? [];
  return resolve(node.childForFieldName('function')).flatMap((callee): Names => {
    if (IMPORTS.test(callee.name)) {
      const module = fold(source, first, resolve);
      return module === undefined ? [] : [moduleOf(module)];
    }
    if (callee.name === 'getattr') {
      const attribute = fold(source, second, resolve);
      return attribute === undefined ? [] : attributesOf(resolve(first), hidden(attribute));
    }
    if (GETTERS.test(callee.name)) {
      const attribute = fold(source, first, resolve);
      if (attribute === undefined) return [];
      return [{ ...hidden(attribute), name: `${callee.name}(${attribute.text})` }];
    }
    const [, gotten] = /^operator\.attrgetter\((.+)\)$/.exec(callee.name) ?? [];
    if (gotten !== undefined) return attributesOf(resolve(first), { ...callee, name: gotten });
    if (callee.name === 'vars' && first !== null)
      return resolve(first).map((holder) => ({ ...holder, name: `${holder.name}.__dict__` }));
    return [{ ...callee, name: `${callee.name}()` }];
  });
};

/** A built-in function is named without its module. */
const join = (holder: ResolvedName, attribute: ResolvedName): ResolvedName => {
  const isBuiltin = /^(?:builtins|__builtins__|)$/.test(holder.name);
  return {
    name: isBuiltin ? attribute.name : `${holder.name}.${attribute.name}`,
    isHidden: holder.isHidden || attribute.isHidden,
    isEncoded: holder.isEncoded || attribute.isEncoded,
  };
};
