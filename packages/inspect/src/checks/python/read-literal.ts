import type { SyntaxNode } from '../../python/syntax-tree.ts';

const DEPTH_MAX = 50;

/**
 * The value of a string literal or of a concatenation of string literals, with its escapes undecoded; undefined for
 * anything else.
 */
export const readLiteral = (node: SyntaxNode | null, depth = 0): string | undefined => {
  if (node === null || depth > DEPTH_MAX) return undefined;
  const all = (parts: readonly (SyntaxNode | null)[]): string | undefined => {
    const texts = parts.map((part) => readLiteral(part, depth + 1));
    return texts.includes(undefined) ? undefined : texts.join('');
  };
  switch (node.type) {
    case 'string': {
      const isPlain = node.namedChildren.every((child) => child?.type !== 'interpolation');
      return isPlain ? node.text.replace(/^\w*(?:"""|'''|"|')|(?:"""|'''|"|')$/g, '') : undefined;
    }
    case 'concatenated_string':
      return all(node.namedChildren);
    case 'parenthesized_expression':
      return readLiteral(node.firstNamedChild, depth + 1);
    case 'binary_operator':
      if (node.childForFieldName('operator')?.type !== '+') return undefined;
      return all([node.childForFieldName('left'), node.childForFieldName('right')]);
    case 'none':
      return '';
    default:
      return undefined;
  }
};
