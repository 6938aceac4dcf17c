import type { Node, Tree } from 'web-tree-sitter';

/** The children that mean something: comments may stand anywhere and are none of them. */
export const meaningfulChildren = (node: Node): Node[] => {
  const { text, start } = sources.get(node.tree) ?? readSource(node.tree);
  return node.namedChildren.filter((child) => {
    const opening = text.charCodeAt(child.startIndex - start);
    // Asking a node for its type takes longer than all else, so only those are asked that may be one of the two.
    return (opening !== hash && opening !== backslash) || !/^(comment|line_continuation)$/.test(child.type);
  });
};

const hash = 35;
const backslash = 92;

interface Source {
  text: string;
  /** Where in the file the text begins. */
  start: number;
}

const sources = new WeakMap<Tree, Source>();

const readSource = (tree: Tree): Source => {
  const { text, startIndex } = tree.rootNode;
  const source = { text, start: startIndex };
  sources.set(tree, source);
  return source;
};
