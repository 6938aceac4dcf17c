import { Parser, type Node, type Tree } from 'web-tree-sitter';
import { blankComments } from '../../python/blank-comments.ts';
import { loadPython } from '../../python/load-python.ts';

let parser: Promise<Parser> | undefined;

/**
 * Parses `text`, hands its nodes of the given types to `use`, in their order, and frees the tree. Broken source is
 * parsed as far as it goes.
 */
export async function parsePython<T>(
  text: string,
  types: ReadonlySet<string>,
  use: (nodes: Node[]) => T,
): Promise<T> {
  parser ??= loadPython().then((python) => new Parser().setLanguage(python));
  const tree = (await parser).parse(blankComments(text));
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
