import { SyntaxNode, type SyntaxTree } from '../../python/syntax-tree.ts';
import { findMixedTabs } from './find-mixed-tabs.ts';
import { readBlock } from './read-statement.ts';
import type { Statement } from './syntax.ts';

export interface ModuleSyntax {
  statements: Statement[];
  /** Lines that are not valid Python; the statements around them are read anyway. */
  faultyLines: number[];
}

const faultyLinesMax = 20;

/** A parsed file as statements. Never throws for broken source: broken parts become `opaque`. */
export const readModule = (tree: SyntaxTree): ModuleSyntax => ({
  statements: readBlock(tree.rootNode, 0),
  faultyLines: [
    ...(tree.hasError ? findFaultyLines(tree.rootNode) : []),
    ...findLinesOfPython2(tree),
    ...findMixedTabs(tree),
  ]
    .toSorted((a, b) => a - b)
    .slice(0, faultyLinesMax),
});

/** Statements of Python 2, which the parser reads as well. */
const findLinesOfPython2 = ({ rootNode }: SyntaxTree): number[] =>
  rootNode.descendantsOfType(['print_statement', 'exec_statement']).map(({ line }) => line);

const findFaultyLines = ({ tree, next: end }: SyntaxNode): number[] => {
  const lines = new Set<number>();
  for (let id = 0; id < end && lines.size < faultyLinesMax;) {
    const node = new SyntaxNode(tree, id);
    if (node.isFault) lines.add(node.line);
    id = node.isFault ? node.next : id + 1;
  }
  return [...lines];
};
