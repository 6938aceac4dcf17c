import type { Node, Tree } from 'web-tree-sitter';
import { readBlock } from './read-statement.ts';
import type { Statement } from './syntax.ts';

export interface ModuleSyntax {
  statements: Statement[];
  /** Lines that are not valid Python; the statements around them are read anyway. */
  faultyLines: number[];
}

const faultyLinesMax = 20;

/** A parsed file as statements. Never throws for broken source: broken parts become `opaque`. */
export const readModule = (tree: Tree): ModuleSyntax => ({
  statements: readBlock(tree.rootNode, 0),
  faultyLines: findFaultyLines(tree.rootNode),
});

const findFaultyLines = (root: Node): number[] => {
  if (!root.hasError) return [];
  const lines = new Set<number>();
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (lines.size >= faultyLinesMax) break;
    if (node.isError || node.isMissing) lines.add(node.startPosition.row + 1);
    else if (node.hasError) pending.push(...node.children.toReversed());
  }
  return [...lines].toSorted((a, b) => a - b);
};
