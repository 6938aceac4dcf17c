import type { SyntaxNode, SyntaxTree } from '../../python/syntax-tree.ts';

const tabWidth = 8;

/** How far a statement is indented where a tab goes to the next multiple of eight, and where it is one column. */
interface Indentation {
  wide: number;
  narrow: number;
}

/**
 * The lines whose indentation depends on the width of a tab, which Python refuses:
 * https://docs.python.org/3/reference/lexical_analysis.html#indentation
 */
export const findMixedTabs = (tree: SyntaxTree): number[] => {
  if (!/^[ \f]*\t/m.test(tree.text)) return [];
  const found: number[] = [];
  const indented = new Map<number, Indentation>();
  for (const block of tree.rootNode.descendantsOfType(['block'])) {
    const outer = indented.get(enclosingBlock(block)?.id ?? -1) ?? { wide: 0, narrow: 0 };
    let first: Indentation | undefined;
    for (const statement of block.namedChildren) {
      const here = indentationOf(tree, statement);
      if (here === undefined || statement.type === 'comment') continue;
      first ??= here;
      indented.set(block.id, first);
      const isSame = here.wide === first.wide && here.narrow === first.narrow;
      if (!isSame || here.wide <= outer.wide || here.narrow <= outer.narrow) found.push(statement.line);
    }
  }
  return found;
};

const enclosingBlock = (block: SyntaxNode): SyntaxNode | null => {
  let node = block.parent;
  while (node !== null && node.type !== 'block') node = node.parent;
  return node;
};

/** Undefined where something else is before it on its line. */
const indentationOf = ({ text }: SyntaxTree, { startIndex }: SyntaxNode): Indentation | undefined => {
  // Back to the first other character and no further: thousands of statements can be on one line.
  let start = startIndex;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  if (start > 0 && text[start - 1] !== '\n') return undefined;
  const before = text.slice(start, startIndex);
  let wide = 0;
  for (const character of before) wide += character === '\t' ? tabWidth - (wide % tabWidth) : 1;
  return { wide, narrow: before.length };
};
