import type { SyntaxNode } from '../../python/syntax-tree.ts';

/** What is left of a mapping in the expression around it: one value, all of it under its keys, or something unknown. */
export type Part = 'one value' | 'mapping' | 'unknown';

const STEPS_MAX = 50;
const ONE_VALUE = /^(?:get|pop|setdefault|__getitem__|__contains__|keys)$/;
const COPIES = /^(?:copy|items)$/;
/** What a copy is made with; a class is one of settings, as far as anybody can see. */
const MAKES_COPY = /^(?:dict|(?:deep)?copy|[A-Z]\w*)$/;
/** What tells little of what it is given, and what takes out of it what a text names. */
const TELLS_LITTLE = /^(?:len|any|all|bool|id|hash|type|isinstance|(?:safe_)?substitute|format_map|getenv)$/;
const WRAPS =
  /^(?:parenthesized_expression|dictionary_splat|boolean_operator|binary_operator|named_expression|dictionary_comprehension)$/;

/** What the expression `root` has of a mapping that stands in it. */
export const partOfMapping = (mapping: SyntaxNode, root: SyntaxNode): Part => {
  let part: Part = 'mapping';
  let node = mapping;
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    if (node.id === root.id && node.tree === root.tree) return part;
    const { parent } = node;
    if (parent === null) return 'unknown';
    const up = above(node, parent);
    if (up === 'one value' && (part === 'mapping' || !TAKES_VALUE.test(parent.type))) return up;
    if (typeof up !== 'object' || LISTS.test(up.type)) part = 'unknown';
    else if (up.type === 'call') part = 'mapping';
    node = typeof up === 'object' ? up : parent;
  }
  return 'unknown';
};

const LISTS = /^(?:generator_expression|list_comprehension)$/;
const TAKES_VALUE = /^(?:subscript|attribute)$/;

const above = (node: SyntaxNode, parent: SyntaxNode): SyntaxNode | 'one value' | undefined => {
  switch (parent.type) {
    case 'comparison_operator':
    case 'if_clause':
      return 'one value';
    case 'conditional_expression':
      return parent.namedChild(1)?.id === node.id ? 'one value' : parent;
    case 'call':
      return ofArgument(parent);
    case 'subscript': {
      const isKey = parent.childForFieldName('subscript')?.type !== 'slice';
      return isKey && parent.childForFieldName('value')?.id === node.id ? 'one value' : undefined;
    }
    case 'attribute': {
      const name = parent.childForFieldName('attribute')?.text ?? '';
      if (ONE_VALUE.test(name)) return 'one value';
      return COPIES.test(name) ? (parent.parent ?? undefined) : undefined;
    }
    case 'for_in_clause':
    case 'generator_expression':
    case 'list_comprehension':
      return parent;
    // `{key: value for key, value in mapping.items()}`
    case 'pair':
      return node.type === 'identifier' && parent.parent?.type === 'dictionary_comprehension'
        ? parent.parent
        : undefined;
    case 'dictionary':
      return node.type === 'dictionary_splat' ? parent : undefined;
    case 'keyword_argument':
    case 'argument_list':
      return ofArgument(parent.type === 'argument_list' ? parent.parent : (parent.parent?.parent ?? null));
    default:
      return WRAPS.test(parent.type) ? parent : undefined;
  }
};

const ofArgument = (call: SyntaxNode | null): SyntaxNode | 'one value' | undefined => {
  const callee = call?.childForFieldName('function') ?? null;
  const name = (callee?.childForFieldName('attribute') ?? callee)?.text ?? '';
  if (TELLS_LITTLE.test(name)) return 'one value';
  return MAKES_COPY.test(name) ? (call ?? undefined) : undefined;
};
