import type { Node } from 'web-tree-sitter';
import { loadPythonParser } from '../../python/python-parser.ts';

/**
 * Parses `text`, passes its nodes of the given types to `use` in order, and frees the tree. If the source is broken,
 * the parts that can be parsed are used.
 */
export const parsePython = async <T>(
  text: string,
  types: readonly string[],
  use: (nodes: Node[]) => T,
): Promise<T> => {
  const tree = (await loadPythonParser()).parse(text);
  if (tree === undefined) throw new Error('the parser has no language');
  try {
    // A walk instead of a query: the cost of a query grows with the square of the code between unclosed brackets.
    return use(tree.rootNode.descendantsOfType([...types]));
  } finally {
    tree.delete();
  }
};
