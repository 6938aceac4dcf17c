import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { displaysOf } from './list-items.ts';
import { readLiteral } from './read-literal.ts';
import type { PythonSource } from './python-source.ts';
import { resolveNames } from './resolve-name.ts';
import { valuesOf } from './values-of.ts';

/** Which argument of a call: by its keyword, or by its position. */
export interface WantedArgument {
  keyword: string;
  index?: number;
}

const DEPTH_MAX = 4;
const VALUES_MAX = 32;
const CHARACTERS_MAX = 100;

/** What an argument of a call can be, as it is written or by its dotted name; through variables and `**`. */
export const givenValues = (
  source: PythonSource,
  args: SyntaxNode | null,
  { keyword, index }: WantedArgument,
): readonly string[] => {
  const given = args?.namedChildren.filter(({ type }) => type !== 'comment') ?? [];
  const positional = given.filter(({ type }) => type !== 'keyword_argument' && type !== 'dictionary_splat');
  const byPosition = index === undefined ? undefined : positional[index];
  return [
    ...given.flatMap((argument) => byKeyword(source, argument, keyword)),
    ...(byPosition === undefined ? [] : [{ source, value: byPosition }]),
  ].flatMap(({ source: holder, value }) => writtenValues(holder, value, 0));
};

interface Placed {
  source: PythonSource;
  value: SyntaxNode;
}

const byKeyword = (source: PythonSource, argument: SyntaxNode, keyword: string): Placed[] => {
  if (argument.type === 'keyword_argument') {
    const value = argument.childForFieldName('value');
    return value !== null && argument.childForFieldName('name')?.text === keyword ? [{ source, value }] : [];
  }
  if (argument.type !== 'dictionary_splat') return [];
  return displaysOf(source, argument.firstNamedChild).flatMap(({ source: holder, value: display }) =>
    display.namedChildren.slice(0, VALUES_MAX).flatMap((item) => {
      const value = item.childForFieldName('value');
      return value !== null && readLiteral(item.childForFieldName('key')) === keyword
        ? [{ source: holder, value }]
        : [];
    }),
  );
};

const writtenValues = (source: PythonSource, node: SyntaxNode, depth: number): string[] => {
  const isVariable = depth < DEPTH_MAX && /^(?:identifier|attribute)$/.test(node.type);
  const values = isVariable ? valuesOf(source, node).slice(0, VALUES_MAX) : [];
  if (values.length > 0)
    return values.flatMap(({ source: holder, value }) => writtenValues(holder, value, depth + 1));
  const text = node.endIndex - node.startIndex <= CHARACTERS_MAX ? [node.text] : [];
  return [...text, ...resolveNames(source, node).map(({ name }) => name)];
};
