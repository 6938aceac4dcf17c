import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { returnsOf } from './find-returns.ts';
import { putInto } from './put-into.ts';
import type { PythonSource } from './python-source.ts';
import { spend } from './trace-budget.ts';
import { type BoundValue, valuesOf } from './values-of.ts';

export const DISPLAY = /^(?:list|tuple|dictionary|set)$/;
/** Tables of functions are short. */
const ITEMS_MAX = 32;
const DEPTH_MAX = 6;
/** What takes items out of a table, or hands all of it on. */
const METHODS = /^(?:get|pop|popitem|popleft|setdefault|values|items|copy|__getitem__)$/;
const FUNCTIONS =
  /^(?:(?:builtins\.)?(?:dict|list|tuple|set|iter|next|reversed|sorted|zip|enumerate)|(?:collections\.)?(?:deque|OrderedDict|ChainMap)|types\.SimpleNamespace)$/;

type Placed = Pick<BoundValue, 'source' | 'value'>;

/** The lists and dictionaries that an expression is or a variable has. */
export const displaysOf = (source: PythonSource, node: SyntaxNode | null): Placed[] => {
  if (node === null) return [];
  if (DISPLAY.test(node.type)) return [{ source, value: node }];
  if (node.type !== 'identifier') return [];
  return valuesOf(source, node, { withCallers: false }).filter(({ value }) => DISPLAY.test(value.type));
};

/** The names among the items of a table, and of the tables in it. */
export const itemsOf = (display: SyntaxNode, depth = 0): SyntaxNode[] =>
  display.namedChildCount > ITEMS_MAX || depth > DEPTH_MAX
    ? []
    : display.namedChildren
        .map((item) => (item.type === 'pair' ? item.childForFieldName('value') : item))
        .flatMap((item) => namesAmong(item, depth));

const namesAmong = (value: SyntaxNode | null, depth = 0): SyntaxNode[] => {
  if (value === null) return [];
  if (DISPLAY.test(value.type)) return itemsOf(value, depth + 1);
  return /^(?:identifier|attribute)$/.test(value.type) ? [value] : [];
};

/** The names that come out of a table: those written in it, put into it later, or in another one that it is made of. */
export const itemsFrom = (
  source: PythonSource,
  node: SyntaxNode | null,
  seen = new Set<string>(),
): Placed[] => {
  if (node === null || seen.size > ITEMS_MAX) return [];
  const key = `${source.file}\0${node.id}`;
  if (seen.has(key)) return [];
  seen.add(key);
  spend(source.others.budget, 1);
  const from = (inner: SyntaxNode | null): Placed[] => itemsFrom(source, inner, seen);
  if (DISPLAY.test(node.type)) return itemsOf(node).map((value) => ({ source, value }));
  switch (node.type) {
    case 'parenthesized_expression':
      return from(node.firstNamedChild);
    case 'subscript':
      return from(node.childForFieldName('value'));
    case 'call':
      return isTableCall(node)
        ? tablesIn(node).flatMap(from)
        : returnsOf(source, node).flatMap((one) => itemsFrom(one.source, one.node, seen));
    case 'keyword_argument':
      return namesAmong(node.childForFieldName('value')).map((value) => ({ source, value }));
    case 'identifier':
    case 'attribute': {
      const values = valuesOf(source, node, { withCallers: false }).slice(0, ITEMS_MAX);
      return [
        ...values.flatMap(({ source: holder, value }) => [
          ...itemsFrom(holder, value, seen),
          ...(holder === source ? [] : putIntoDisplay(holder, value)).map((item) => ({
            source: holder,
            value: item,
          })),
        ]),
        ...putInto(source, node)
          .flatMap((value) => namesAmong(value))
          .map((value) => ({ source, value })),
      ];
    }
    default:
      return [];
  }
};

/** What is put into a table under the name that it is given where it is made. */
export const putIntoDisplay = (source: PythonSource, display: SyntaxNode): SyntaxNode[] => {
  const isNamed = DISPLAY.test(display.type) && display.parent?.type === 'assignment';
  const table = isNamed ? display.parent.childForFieldName('left') : null;
  return table === null ? [] : putInto(source, table).flatMap((value) => namesAmong(value));
};

/** Whether a call makes a table of what it is given, or takes something out of one. */
export const isTableCall = (call: SyntaxNode): boolean => {
  const callee = call.childForFieldName('function');
  if (callee === null) return false;
  const isMethod = METHODS.test(callee.childForFieldName('attribute')?.text ?? '');
  return isMethod || FUNCTIONS.test(callee.text);
};

const tablesIn = (call: SyntaxNode): (SyntaxNode | null)[] => {
  const callee = call.childForFieldName('function');
  if (callee?.type === 'attribute' && METHODS.test(callee.childForFieldName('attribute')?.text ?? ''))
    return [callee.childForFieldName('object')];
  return (call.childForFieldName('arguments')?.namedChildren ?? []).slice(0, ITEMS_MAX);
};
