import { Parser, type Tree } from 'web-tree-sitter';
import { blankComments } from '../../python/blank-comments.ts';
import { loadPython } from '../../python/load-python.ts';

/** A parser of Python whose trees live until `free`, because function bodies are read from them late. */
export interface PythonParser {
  /** Undefined when `isLate` turned true before the text was read. */
  parse(text: string, isLate: () => boolean): Tree | undefined;
  free(): void;
}

export async function createPythonParser(): Promise<PythonParser> {
  const python = await loadPython();
  const parser = new Parser();
  parser.setLanguage(python);
  const trees: Tree[] = [];
  return {
    parse(text, isLate) {
      const tree = parser.parse(blankComments(text), null, { progressCallback: isLate });
      if (tree === null) {
        parser.reset();
        return undefined;
      }
      trees.push(tree);
      return tree;
    },
    free() {
      for (const tree of trees) tree.delete();
      parser.delete();
    },
  };
}
