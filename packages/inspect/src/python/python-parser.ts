import { Parser, type Tree } from 'web-tree-sitter';
import { blankComments } from './blank-comments.ts';
import { loadPython } from './load-python.ts';

export interface PythonParser {
  /**
   * The tree of a source, which the caller deletes. Broken source is parsed as far as it goes. Undefined when
   * `isLate` turned true before the text was read.
   */
  parse(text: string, isLate?: () => boolean): Tree | undefined;
}

/** Of the sources whose trees are kept, in UTF-16 units; a tree takes about 25 bytes for each. */
const keptLengthMax = 8 * 2 ** 20;

let loaded: Promise<PythonParser> | undefined;

/**
 * The parser of this process. It keeps the trees of the last sources, because a package is read more than once:
 * by the checks and by the extraction.
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
