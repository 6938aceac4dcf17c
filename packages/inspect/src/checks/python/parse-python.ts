import type { Node } from 'web-tree-sitter';
import { loadPythonParser } from '../../python/python-parser.ts';

/**
 * Parses `text`, hands its nodes of the given types to `use`, in their order, and frees the tree. Broken source is
 * parsed as far as it goes.
 */
export const parsePython = async <T>(
  text: string,
  types: readonly string[],
  use: (nodes: Node[]) => T,
): Promise<T> => {
  const tree = (await loadPythonParser()).parse(text);
  if (tree === undefined) throw new Error('the parser has no language');
  try {
    // A walk and not a query, whose cost grows with the square of what stands between unclosed brackets.
    return use(tree.rootNode.descendantsOfType([...types]));
  } finally {
    tree.delete();
  }
};
