import type { SyntaxNode } from '../../python/syntax-tree.ts';

/** The children without comments, which may be anywhere. */
export const meaningfulChildren = (node: SyntaxNode): SyntaxNode[] =>
  node.namedChildren.filter(({ type }) => type !== 'comment' && type !== 'line_continuation');
