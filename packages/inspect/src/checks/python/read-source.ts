import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { appendTo } from './append-to.ts';
import { keyOf } from './key-of.ts';
import { BINDING_TYPES, readAssignment, readBindings } from './read-bindings.ts';
import { readParameters } from './read-parameters.ts';
import type { PythonSource } from './python-source.ts';
import { createScopes, MODULE_SCOPE, type Scopes } from './scopes.ts';

/** The types of nodes that `readSource` wants. */
export const SOURCE_TYPES: readonly string[] = [
  ...BINDING_TYPES,
  'call',
  'decorator',
  'if_statement',
  'lambda',
  'return_statement',
];

export const readSource = (
  { text, file, others }: Pick<PythonSource, 'text' | 'file' | 'others'>,
  nodes: readonly SyntaxNode[],
): PythonSource => {
  const byType = Map.groupBy(nodes, (node) => node.type);
  const ofType = (type: string): SyntaxNode[] => byType.get(type) ?? [];
  const functions = [...ofType('function_definition'), ...ofType('lambda')];
  const assigned = new Map(ofType('assignment').flatMap(lambdaIn));
  const nameOf = (node: SyntaxNode): string =>
    assigned.get(node.id) ?? node.childForFieldName('name')?.text ?? '';
  const scopes = createScopes(functions, nameOf);
  const classes = createScopes(ofType('class_definition'), nameOf);
  const calls = ofType('call');
  return {
    text,
    file,
    others,
    namesEnvironment: /\benvironb?\b/.test(text),
    namesUserSite: text.includes('USER_SITE'),
    scopes,
    classes,
    calls,
    assignments: ofType('assignment'),
    decorators: ofType('decorator'),
    callsByName: Map.groupBy(calls, (call) => nameOfOwn(call.childForFieldName('function'))),
    ...readBindings(ofType, scopes, classes),
    classNames: new Set(ofType('class_definition').map(nameOf)),
    bases: readBases(ofType('class_definition')),
    parameters: readParameters(functions, scopes, classes),
    members: readMembers(ofType('assignment'), classes),
    returns: Map.groupBy(
      [...ofType('return_statement').flatMap(valuesIn), ...ofType('lambda').flatMap(bodyOf)],
      ({ startIndex }) => scopes.nameOf(scopes.at(startIndex)),
    ),
    scripts: ofType('if_statement').flatMap(scriptOf),
    resolved: new Map(),
    plain: new Set(),
  };
};

/** A lambda has the name of the variable that it is assigned to. Looking for it upwards would cost too much. */
const lambdaIn = (assignment: SyntaxNode): [id: number, name: string][] => {
  const value = assignment.childForFieldName('right');
  return value?.type === 'lambda' ? [[value.id, assignment.childForFieldName('left')?.text ?? '']] : [];
};

/** The name of a called function that the file can define: `f()`, `self.f()`; "" for any other. */
export const nameOfOwn = (callee: SyntaxNode | null): string => {
  if (callee?.type === 'identifier') return callee.text;
  return memberOf(callee) ?? '';
};

/** The attribute of `self` that an expression is. */
export const memberOf = (node: SyntaxNode | null): string | undefined =>
  node?.type === 'attribute' && node.childForFieldName('object')?.text === 'self'
    ? node.childForFieldName('attribute')?.text
    : undefined;

const readMembers = (assignments: readonly SyntaxNode[], classes: Scopes): Map<string, SyntaxNode[]> => {
  const members = new Map<string, SyntaxNode[]>();
  for (const { target, value } of assignments.flatMap(readAssignment)) {
    const name = memberOf(target);
    if (name === undefined) continue;
    for (const owner of new Set([classes.at(target.startIndex), MODULE_SCOPE]))
      appendTo(members, keyOf(owner, name), value);
  }
  return members;
};

const readBases = (definitions: readonly SyntaxNode[]): Map<string, SyntaxNode[]> => {
  const bases = new Map<string, SyntaxNode[]>();
  for (const definition of definitions) {
    if (findsClasses(definition)) continue;
    for (const inherited of definition.childForFieldName('superclasses')?.namedChildren ?? []) {
      const base = inherited.childForFieldName('value') ?? inherited;
      if (/^(?:identifier|attribute)$/.test(base.type))
        appendTo(bases, definition.childForFieldName('name')?.text ?? '', base);
    }
  }
  return bases;
};

/** What says itself which classes it finds is the safe form of an unpickler. */
const findsClasses = (definition: SyntaxNode): boolean =>
  definition
    .childForFieldName('body')
    ?.namedChildren.some((child) => child.childForFieldName('name')?.text === 'find_class') === true;

const valuesIn = ({ firstNamedChild: value }: SyntaxNode): SyntaxNode[] => (value === null ? [] : [value]);

const bodyOf = (lambda: SyntaxNode): SyntaxNode[] =>
  lambda.childrenForFieldName('body').filter((body) => body !== null);

/** The block under `if __name__ == …`. */
const scriptOf = (statement: SyntaxNode): SyntaxNode[] => {
  const condition = statement.childForFieldName('condition');
  const block = statement.childForFieldName('consequence');
  const asksForName =
    condition?.type === 'comparison_operator' && condition.firstNamedChild?.text === '__name__';
  return asksForName && block !== null ? [block] : [];
};
