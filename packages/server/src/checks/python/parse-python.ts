import { createRequire } from 'node:module';
import { Language, Parser, Query, type QueryMatch } from 'web-tree-sitter';

const locate = createRequire(import.meta.url);

/** What of a file the rules look at; read-source.ts knows each capture by its name. */
const QUERY = `
  (call) @call
  (function_definition) @function
  (return_statement (_) @returned)
  (import_statement) @import
  (import_from_statement) @import
  (assignment left: (_) @target right: (_) @value)
  (augmented_assignment left: (_) @target right: (_) @value)
  (named_expression name: (_) @target value: (_) @value)
  (as_pattern (_) @value alias: (as_pattern_target (_) @target))
  (for_statement left: (_) @target right: (_) @value)
  (for_in_clause left: (_) @target right: (_) @value)
  (if_statement
    condition: (comparison_operator (identifier) @name (#eq? @name "__name__"))
    consequence: (block) @script)
`;

let loaded: Promise<{ parser: Parser; query: Query }> | undefined;

async function load(): Promise<{ parser: Parser; query: Query }> {
  await Parser.init();
  const language = await Language.load(locate.resolve('tree-sitter-python/tree-sitter-python.wasm'));
  return { parser: new Parser().setLanguage(language), query: new Query(language, QUERY) };
}

/** Parses `text`, hands what the query finds in it to `use`, and frees the tree. Broken source is parsed as far as it goes. */
export async function parsePython<T>(text: string, use: (matches: QueryMatch[]) => T): Promise<T> {
  loaded ??= load();
  const { parser, query } = await loaded;
  const tree = parser.parse(text);
  if (tree === null) throw new Error('the parser has no language');
  try {
    return use(query.matches(tree.rootNode));
  } finally {
    tree.delete();
  }
}
