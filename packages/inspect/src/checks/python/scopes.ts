import type { SyntaxNode } from '../../python/syntax-tree.ts';

/** The bodies of the functions of a file, by number; -1 is the module, which includes the bodies of classes. */
export interface Scopes {
  /** The innermost body around a place. */
  at(position: number): number;
  /** The body around another. */
  outer(scope: number): number;
  /** The name of the function; "" for the module, and for a function without a name. */
  nameOf(scope: number): string;
  /** Where the body begins; -1 for the module. */
  startOf(scope: number): number;
}

export const MODULE_SCOPE = -1;

/** Also for classes instead of functions. */
export const createScopes = (nodes: readonly SyntaxNode[], nameOf: (node: SyntaxNode) => string): Scopes => {
  const all = nodes
    .map((node) => {
      const body = node.childForFieldName('body') ?? node;
      return { start: body.startIndex, end: body.endIndex, name: nameOf(node), outer: MODULE_SCOPE };
    })
    .sort((a, b) => a.start - b.start);
  const at = (position: number): number => {
    let scope = lastBefore(all, position);
    for (;;) {
      const found = all[scope];
      if (found === undefined || position < found.end) return found === undefined ? MODULE_SCOPE : scope;
      scope = found.outer;
    }
  };
  for (const [index, scope] of all.entries()) {
    let outer = index - 1;
    while (outer >= 0 && (all[outer]?.end ?? 0) <= scope.start) outer = all[outer]?.outer ?? MODULE_SCOPE;
    scope.outer = outer;
  }
  return {
    at,
    outer: (scope) => all[scope]?.outer ?? MODULE_SCOPE,
    nameOf: (scope) => all[scope]?.name ?? '',
    startOf: (scope) => all[scope]?.start ?? -1,
  };
};

const lastBefore = (all: readonly { start: number }[], position: number): number => {
  let [low, high] = [-1, all.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.start ?? Infinity) <= position) low = middle;
    else high = middle;
  }
  return low;
};
