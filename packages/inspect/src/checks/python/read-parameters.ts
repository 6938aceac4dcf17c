import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { appendTo } from './append-to.ts';
import { keyOf } from './key-of.ts';
import type { Scopes } from './scopes.ts';

/** A parameter of a function of the file. */
export interface Parameter {
  /** The name by which the function is called: of an `__init__`, that of its class. */
  callee: string;
  name: string;
  /** The position of its argument in a call, where `self` does not count; -1 if it has none. */
  index: number;
  /** Whether it takes all arguments from that position on. */
  isRest: boolean;
  /** What it is without an argument. */
  fallback: SyntaxNode | null;
}

/** The parameters of all functions, by the scope of the body and the name; see `keyOf`. */
export const readParameters = (
  functions: readonly SyntaxNode[],
  scopes: Scopes,
  classes: Scopes,
): Map<string, Parameter> => {
  const parameters = new Map<string, Parameter>();
  for (const node of functions) {
    const scope = scopes.at(node.childForFieldName('body')?.startIndex ?? node.startIndex);
    const written = scopes.nameOf(scope);
    const callee = written === '__init__' ? classes.nameOf(classes.at(node.startIndex)) : written;
    let index = 0;
    for (const child of node.childForFieldName('parameters')?.namedChildren ?? []) {
      const name = child === null ? undefined : nameOf(child);
      if (child === null || name === undefined) continue;
      const isSelf = index === 0 && /^(?:self|cls)$/.test(name);
      const isRest = /^\*(?!\*)/.test(child.text);
      const isKeyword = child.text.startsWith('**');
      const fallback = child.childForFieldName('value');
      const parameter = { callee, name, index: isSelf || isKeyword ? -1 : index, isRest, fallback };
      parameters.set(keyOf(scope, name), parameter);
      if (!isSelf) index += 1;
    }
  }
  return parameters;
};

/** The name in `c`, `c: str`, `c=1`, `*c` and `**c`. */
const nameOf = (parameter: SyntaxNode): string | undefined => {
  if (parameter.type === 'identifier') return parameter.text;
  const inner = parameter.childForFieldName('name') ?? parameter.firstNamedChild;
  return inner !== null && /^(?:identifier|\w+_splat_pattern)$/.test(inner.type) ? nameOf(inner) : undefined;
};

interface Arguments {
  positional: readonly SyntaxNode[];
  /** Each stands for any number of others. */
  splats: readonly SyntaxNode[];
  byKeyword: ReadonlyMap<string, readonly SyntaxNode[]>;
}

/** A call is asked for each parameter of what it calls. */
const known = new WeakMap<SyntaxNode, Arguments>();

const readArguments = (call: SyntaxNode): Arguments => {
  const positional: SyntaxNode[] = [];
  const byKeyword = new Map<string, SyntaxNode[]>();
  for (const argument of call.childForFieldName('arguments')?.namedChildren ?? []) {
    if (argument.type === 'comment') continue;
    if (argument.type !== 'keyword_argument') {
      positional.push(argument);
      continue;
    }
    const value = argument.childForFieldName('value');
    if (value !== null) appendTo(byKeyword, argument.childForFieldName('name')?.text ?? '', value);
  }
  return { positional, splats: positional.filter(({ type }) => type.endsWith('_splat')), byKeyword };
};

/** What a call passes to a parameter. */
export const argumentsFor = ({ name, index, isRest }: Parameter, call: SyntaxNode): SyntaxNode[] => {
  const given = known.get(call) ?? readArguments(call);
  known.set(call, given);
  const { positional, splats, byKeyword } = given;
  const own = index < 0 ? [] : positional.slice(index, isRest ? undefined : index + 1);
  return [...new Set([...splats, ...own]), ...(byKeyword.get(name) ?? [])];
};
