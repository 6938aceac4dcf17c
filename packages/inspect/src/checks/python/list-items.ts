import type { SyntaxNode } from '../../python/syntax-tree.ts';
import type { PythonSource } from './python-source.ts';
import { type BoundValue, valuesOf } from './values-of.ts';

const DISPLAY = /^(?:list|tuple|dictionary)$/;
/** Tables of functions are short. */
const ITEMS_MAX = 32;

/** The lists and dictionaries that an expression is or a variable has. */
export const displaysOf = (
  source: PythonSource,
  node: SyntaxNode | null,
): Pick<BoundValue, 'source' | 'value'>[] => {
  if (node === null) return [];
  if (DISPLAY.test(node.type)) return [{ source, value: node }];
  if (node.type !== 'identifier') return [];
  return valuesOf(source, node, { withCallers: false }).filter(({ value }) => DISPLAY.test(value.type));
};

/** The names among their items. */
export const itemsOf = (display: SyntaxNode): SyntaxNode[] =>
  display.namedChildCount > ITEMS_MAX
    ? []
    : display.namedChildren
        .map((item) => (item.type === 'pair' ? item.childForFieldName('value') : item))
        .filter((item) => item !== null)
        .filter(({ type }) => /^(?:identifier|attribute)$/.test(type));
