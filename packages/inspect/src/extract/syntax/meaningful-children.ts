import type { Node } from 'web-tree-sitter';

/** The children that mean something: comments may stand anywhere and are none of them. */
export function meaningfulChildren(node: Node): Node[] {
  return node.namedChildren.filter(({ type }) => type !== 'comment' && type !== 'line_continuation');
}
