import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { findBindings } from './find-bindings.ts';
import { displaysOf, itemsOf } from './list-items.ts';
import { argumentsFor } from './read-parameters.ts';
import { memberOf } from './read-source.ts';
import type { PythonSource } from './python-source.ts';
import { keyOf } from './key-of.ts';

/** A place in a file that makes a function of it run, which has the key of `functionAround`. */
export interface Use {
  node: SyntaxNode;
  key: string;
}

/** What calls the functions that it is given, by itself and soon. */
const RUNS_ARGUMENT =
  /^(?:(?:.+\.)?(?:Thread|Process|Timer|submit|apply|apply_async|map|starmap|imap|to_thread|run_in_executor|start_new_thread|call_soon|call_soon_threadsafe|call_later|call_at|filter|reduce|sorted|min|max)|atexit\.register)$/;
const BY_DEFINITION = ['__init__', '__new__', '__post_init__'];
const STARTS = /(?:^|\.)(?:Thread|Process|Timer)$/;
const RELATIVES_MAX = 32;

export const methodKey = (className: string, name: string): string => `${className}.${name}`;

export const findUses = (source: PythonSource): Use[] => [
  ...source.calls.flatMap((call) => keysOfCall(source, call).map((key) => ({ node: call, key }))),
  ...source.decorators.flatMap((node) => keysOfDecorator(source, node).map((key) => ({ node, key }))),
  ...[...source.bases.values()].flat().flatMap((node) => keysOfBase(node).map((key) => ({ node, key }))),
  ...givenToOwn(source),
];

const keysOfCall = (source: PythonSource, call: SyntaxNode): string[] => {
  const callee = call.childForFieldName('function');
  if (callee === null) return [];
  const given = RUNS_ARGUMENT.test(callee.text.slice(-100)) ? argumentsOf(call) : [];
  return [...keysOfCallee(source, callee), ...given.flatMap((node) => keysOfCallee(source, node))];
};

const argumentsOf = (call: SyntaxNode): SyntaxNode[] =>
  (call.childForFieldName('arguments')?.namedChildren ?? []).flatMap(
    (argument) =>
      (argument.type === 'keyword_argument' ? argument.childForFieldName('value') : argument) ?? [],
  );

const keysOfCallee = (source: PythonSource, callee: SyntaxNode): string[] => {
  if (callee.type === 'identifier') {
    const { classes, scopes } = source;
    const owner = classes.at(callee.startIndex);
    const isInBody = classes.startOf(owner) > scopes.startOf(scopes.at(callee.startIndex));
    return [
      ...namesOf(source, callee).flatMap((name) => keysOfName(source, name)),
      ...(isInBody ? [methodKey(classes.nameOf(owner), callee.text)] : []),
    ];
  }
  if (callee.type === 'subscript')
    return displaysOf(source, callee.childForFieldName('value'))
      .filter((display) => display.source === source)
      .flatMap(({ value }) => itemsOf(value))
      .flatMap((item) => keysOfName(source, item.text));
  if (callee.type !== 'attribute') return [];
  const name = callee.childForFieldName('attribute')?.text ?? '';
  return classesOf(source, callee).flatMap((className) => [
    methodKey(className, name),
    ...(name === 'start' && (source.bases.get(className) ?? []).some(({ text }) => STARTS.test(text))
      ? [methodKey(className, 'run')]
      : []),
  ]);
};

/** Of a class, what makes its objects. */
const keysOfName = ({ classNames }: PythonSource, name: string): string[] =>
  classNames.has(name) ? BY_DEFINITION.map((method) => methodKey(name, method)) : [name];

/** The name of a variable, and of the function or class that it stands for. */
const namesOf = (source: PythonSource, variable: SyntaxNode): string[] => {
  const values = (findBindings(source, variable)?.bindings ?? []).flatMap(({ value }) => value ?? []);
  return [variable.text, ...values.filter(({ type }) => type === 'identifier').map(({ text }) => text)];
};

/** The classes of the file to one of which an attribute belongs. */
const classesOf = (source: PythonSource, attribute: SyntaxNode): string[] => {
  const object = attribute.childForFieldName('object');
  if (memberOf(attribute) !== undefined || object?.text === 'cls')
    return relativesOf(source, source.classes.nameOf(source.classes.at(attribute.startIndex)));
  const made = object?.type === 'call' ? object.childForFieldName('function') : object;
  if (made?.type !== 'identifier') return [];
  const values = (findBindings(source, made)?.bindings ?? []).flatMap(({ value }) => value ?? []);
  return [made, ...values.map((value) => value.childForFieldName('function') ?? value)]
    .filter(({ type, text }) => type === 'identifier' && source.classNames.has(text))
    .flatMap(({ text }) => relativesOf(source, text));
};

/** A class, what it inherits from, and what inherits from it. */
const relativesOf = (source: PythonSource, className: string): string[] => {
  const found = new Set([className]);
  for (const name of found) {
    for (const { text } of source.bases.get(name) ?? []) if (source.classNames.has(text)) found.add(text);
    if (found.size >= RELATIVES_MAX) break;
  }
  for (const [name, bases] of source.bases) {
    if (found.size >= RELATIVES_MAX) break;
    if (bases.some(({ text }) => text === className)) found.add(name);
  }
  return [...found];
};

const keysOfDecorator = (source: PythonSource, decorator: SyntaxNode): string[] => {
  const named = decorator.firstNamedChild;
  if (named === null || named.type === 'call') return [];
  const decorated = decorator.parent?.childForFieldName('definition')?.childForFieldName('name');
  return [
    ...keysOfCallee(source, named),
    ...(named.text === 'atexit.register' && decorated?.type === 'identifier' ? [decorated.text] : []),
  ];
};

/** The definition of a class runs its metaclass, and what a class does with those that inherit from it. */
const keysOfBase = (base: SyntaxNode): string[] =>
  base.parent?.type === 'keyword_argument'
    ? BY_DEFINITION.map((method) => methodKey(base.text, method))
    : [methodKey(base.text, '__init_subclass__')];

/** Functions that are given to one of the file, which calls them. */
const givenToOwn = (source: PythonSource): Use[] =>
  [...source.parameters.entries()].flatMap(([key, parameter]) => {
    const isCalled = (source.callsByName.get(parameter.name) ?? []).some(
      ({ startIndex }) => keyOf(source.scopes.at(startIndex), parameter.name) === key,
    );
    if (!isCalled) return [];
    return (source.callsByName.get(parameter.callee) ?? []).flatMap((call) =>
      argumentsFor(parameter, call)
        .filter(({ type }) => type === 'identifier')
        .flatMap((argument) => keysOfName(source, argument.text))
        .map((name) => ({ node: call, key: name })),
    );
  });
