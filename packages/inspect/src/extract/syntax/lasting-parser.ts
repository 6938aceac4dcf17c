import type { Tree } from 'web-tree-sitter';
import { loadPythonParser, type PythonParser } from '../../python/python-parser.ts';

/** A Python parser whose trees live until `free`, because function bodies are read from them later. */
export interface LastingParser extends PythonParser {
  free(): void;
}

export const createLastingParser = async (): Promise<LastingParser> => {
  const parser = await loadPythonParser();
  const trees: Tree[] = [];
  return {
    parse(text, isLate) {
      const tree = parser.parse(text, isLate);
      if (tree !== undefined) trees.push(tree);
      return tree;
    },
    free() {
      for (const tree of trees) tree.delete();
    },
  };
};
