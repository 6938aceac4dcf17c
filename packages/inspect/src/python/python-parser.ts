import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';
import { blankComments } from './blank-comments.ts';
import { type Grammar, describeGrammar } from './grammar.ts';
import { SyntaxTree } from './syntax-tree.ts';

/** Parses the sources of one package, each of them once. */
export interface PythonParser {
  /**
   * The tree of a source. If the source is broken, the tree covers what can be parsed. Undefined if `isLate` returned
   * true before the text was read.
   */
  parse(text: string, isLate?: () => boolean): SyntaxTree | undefined;
  /** The same, for the last who reads that source: its tree is kept no longer. */
  take(text: string): SyntaxTree | undefined;
}

/** The total length of the sources whose trees are kept for a second reader, in UTF-16 units. */
const KEPT_LENGTH_MAX = 8 * 2 ** 20;

export const createPythonParser = async (): Promise<PythonParser> => {
  const { parser, grammar, forget } = await (loaded ??= load());
  forget();
  const kept = new Map<string, SyntaxTree>();
  let keptLength = 0;
  const read = (text: string, isLate?: () => boolean): SyntaxTree | undefined => {
    const source = blankComments(text);
    const tree = parser.parse(source, null, isLate === undefined ? undefined : { progressCallback: isLate });
    if (tree === null) {
      parser.reset();
      return undefined;
    }
    try {
      return new SyntaxTree(tree, { text: source, written: text }, grammar);
    } finally {
      tree.delete();
    }
  };
  return {
    parse(text, isLate) {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const tree = read(text, isLate);
      if (tree !== undefined && (keptLength += text.length) <= KEPT_LENGTH_MAX) kept.set(text, tree);
      return tree;
    },
    take(text) {
      const known = kept.get(text);
      if (known === undefined) return read(text);
      keptLength -= text.length;
      kept.delete(text);
      return known;
    },
  };
};

interface LoadedParser {
  parser: Parser;
  grammar: Grammar;
  /** Makes the parser's memory what it was before the first source, so that no package can leave anything in it. */
  forget: () => void;
}

let loaded: Promise<LoadedParser> | undefined;

const load = async (): Promise<LoadedParser> => {
  // The library makes its module of the object with the options.
  const module: { HEAPU8?: Uint8Array } = {};
  await Parser.init(module);
  const memory = (): Uint8Array => {
    if (module.HEAPU8 === undefined) throw new Error('the parser does not show its memory');
    return module.HEAPU8;
  };
  const grammar = import.meta.resolve('tree-sitter-python/tree-sitter-python.wasm');
  const language = await Language.load(fileURLToPath(grammar));
  const parser = new Parser().setLanguage(language);
  const pristine = memory().slice(0, lengthInUse(memory()));
  return { parser, grammar: describeGrammar(language), forget: () => memory().set(pristine) };
};

/** The length of a memory up to its last page that is not zero, and one more, a part of which may be allocated. */
const lengthInUse = (memory: Uint8Array): number => {
  const empty = Buffer.alloc(64 * 1024);
  let end = memory.length;
  while (end > 0 && empty.equals(memory.subarray(end - empty.length, end))) end -= empty.length;
  return end + empty.length;
};
