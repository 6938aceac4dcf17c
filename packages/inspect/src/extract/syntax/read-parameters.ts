import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { meaningfulChildren } from './meaningful-children.ts';
import type { Expression, Parameter } from './syntax.ts';

type ReadFallback = (value: SyntaxNode | null) => Expression;

/** The parameters of a function or lambda, in order; those after `*` are keyword-only. */
export const readParameters = (list: SyntaxNode | null, readFallback: ReadFallback): Parameter[] => {
  const parameters: Parameter[] = [];
  let isKeywordOnly = false;
  for (const node of list === null ? [] : meaningfulChildren(list)) {
    if (node.type === 'keyword_separator') isKeywordOnly = true;
    const parameter = readParameter(node, isKeywordOnly, readFallback);
    if (parameter === undefined) continue;
    parameters.push(parameter);
    if (parameter.kind === 'rest') isKeywordOnly = true;
  }
  return parameters;
};

const readParameter = (
  node: SyntaxNode,
  isKeywordOnly: boolean,
  readFallback: ReadFallback,
): Parameter | undefined => {
  const kind = isKeywordOnly ? 'keyword' : 'positional';
  const name = node.childForFieldName('name')?.text ?? '';
  const type = node.childForFieldName('type');
  const readAnnotation = type === null ? undefined : () => readFallback(meaningfulChildren(type)[0] ?? null);
  switch (node.type) {
    case 'identifier':
      return { kind, name: node.text, fallback: undefined, readAnnotation: undefined };
    case 'default_parameter':
    case 'typed_default_parameter':
      return { kind, name, fallback: readFallback(node.childForFieldName('value')), readAnnotation };
    case 'typed_parameter': {
      const inner = node.namedChildren[0];
      const parameter = inner === undefined ? undefined : readParameter(inner, isKeywordOnly, readFallback);
      return parameter && { ...parameter, readAnnotation };
    }
    case 'list_splat_pattern':
      return {
        kind: 'rest',
        name: node.namedChildren[0]?.text ?? '',
        fallback: undefined,
        readAnnotation: undefined,
      };
    case 'dictionary_splat_pattern':
      return {
        kind: 'rest-keywords',
        name: node.namedChildren[0]?.text ?? '',
        fallback: undefined,
        readAnnotation: undefined,
      };
    default:
      return undefined;
  }
};
