import { Parser, type Tree } from 'web-tree-sitter';
import { blankComments } from './blank-comments.ts';
import { loadPython } from './load-python.ts';

export interface PythonParser {
  /**
   * The tree of a source, which the caller must delete. If the source is broken, the tree covers what can be parsed.
   * Undefined if `isLate` returned true before the text was read.
   */
  parse(text: string, isLate?: () => boolean): Tree | undefined;
}

/** The total size of the sources whose trees are kept, in UTF-16 units. A tree takes about 25 bytes for each. */
const keptLengthMax = 8 * 2 ** 20;

let loaded: Promise<PythonParser> | undefined;

/**
 * The parser of this process. It keeps the trees of the last sources, because both the checks and the extraction read a
 * package.
 */
export const loadPythonParser = (): Promise<PythonParser> => (loaded ??= createPythonParser());

const createPythonParser = async (): Promise<PythonParser> => {
  const python = await loadPython();
  const parser = new Parser().setLanguage(python);
  const kept = new Map<string, Tree>();
  let keptLength = 0;

  const keep = (text: string, tree: Tree): void => {
    kept.set(text, tree);
    keptLength += text.length;
    for (const [oldest, oldTree] of kept) {
      if (keptLength <= keptLengthMax) return;
      kept.delete(oldest);
      keptLength -= oldest.length;
      oldTree.delete();
    }
  };

  return {
    parse(text, isLate) {
      const known = kept.get(text);
      if (known !== undefined) return known.copy();
      const tree = parser.parse(
        blankComments(text),
        null,
        isLate === undefined ? undefined : { progressCallback: isLate },
      );
      if (tree === null) {
        parser.reset();
        return undefined;
      }
      const copy = tree.copy();
      keep(text, tree);
      return copy;
    },
  };
};
