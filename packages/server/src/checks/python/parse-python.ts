import { createRequire } from 'node:module';
import { Language, Parser, type Node, type Tree } from 'web-tree-sitter';

const locate = createRequire(import.meta.url);

let loaded: Promise<Parser> | undefined;

async function load(): Promise<Parser> {
  await Parser.init();
  const language = await Language.load(locate.resolve('tree-sitter-python/tree-sitter-python.wasm'));
  return new Parser().setLanguage(language);
}

/**
 * Parses `text`, hands its nodes of the given types to `use`, in their order, and frees the tree. Broken source is
 * parsed as far as it goes.
 */
export async function parsePython<T>(
  text: string,
  types: ReadonlySet<string>,
  use: (nodes: Node[]) => T,
): Promise<T> {
  loaded ??= load();
  const tree = (await loaded).parse(text);
  if (tree === null) throw new Error('the parser has no language');
  try {
    return use(listNodes(tree, types));
  } finally {
    tree.delete();
  }
}

/** A walk and not a query, whose cost grows with the square of what stands between unclosed brackets. */
function listNodes(tree: Tree, types: ReadonlySet<string>): Node[] {
  const nodes: Node[] = [];
  const cursor = tree.walk();
  for (let isDone = false; !isDone;) {
    if (types.has(cursor.nodeType)) nodes.push(cursor.currentNode);
    if (cursor.gotoFirstChild()) continue;
    while (!isDone && !cursor.gotoNextSibling()) isDone = !cursor.gotoParent();
  }
  cursor.delete();
  return nodes;
}
