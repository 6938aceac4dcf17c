import { createRequire } from 'node:module';
import { Language, Parser, type Tree } from 'web-tree-sitter';

const locate = createRequire(import.meta.url);

/** Loaded once for the process; trees stay the caller's to free. */
let language: Promise<Language> | undefined;

async function loadLanguage(): Promise<Language> {
  await Parser.init();
  return Language.load(locate.resolve('tree-sitter-python/tree-sitter-python.wasm'));
}

/** A parser of Python whose trees live until `free`, because function bodies are read from them late. */
export interface PythonParser {
  /** Undefined when `isLate` turned true before the text was read. */
  parse(text: string, isLate: () => boolean): Tree | undefined;
  free(): void;
}

export async function createPythonParser(): Promise<PythonParser> {
  language ??= loadLanguage();
  const python = await language;
  const parser = new Parser();
  parser.setLanguage(python);
  const trees: Tree[] = [];
  return {
    parse(text, isLate) {
      const tree = parser.parse(text, null, { progressCallback: isLate });
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
