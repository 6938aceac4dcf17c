import type { Node, Tree } from 'web-tree-sitter';

/** The children without comments, which may be anywhere. */
export const meaningfulChildren = (node: Node): Node[] => {
  const { text, start } = sources.get(node.tree) ?? readSource(node.tree);
  return node.namedChildren.filter((child) => {
    const opening = text.charCodeAt(child.startIndex - start);
    // Reading the type of a node takes longer than everything else, so it is read only for nodes that may be one of the
    // two.
    return (opening !== hash && opening !== backslash) || !/^(comment|line_continuation)$/.test(child.type);
  });
};

const hash = 35;
const backslash = 92;

interface Source {
  text: string;
  /** The offset of the text in the file. */
  start: number;
}

const sources = new WeakMap<Tree, Source>();

const readSource = (tree: Tree): Source => {
  const { text, startIndex } = tree.rootNode;
  const source = { text, start: startIndex };
  sources.set(tree, source);
  return source;
};
