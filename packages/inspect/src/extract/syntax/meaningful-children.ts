import type { Node } from 'web-tree-sitter';

/** The children that mean something: comments may stand anywhere and are none of them. */
export const meaningfulChildren = (node: Node): Node[] =>
  node.namedChildren.filter(({ type }) => type !== 'comment' && type !== 'line_continuation');
