import type { Node } from 'web-tree-sitter';

/** The functions of a file, by number; -1 is the module, which includes the bodies of classes. */
export interface Scopes {
  /** The innermost function around a place. */
  at(position: number): number;
  /** The function around another. */
  outer(scope: number): number;
  /** "" for the module. */
  nameOf(scope: number): string;
  /** Whether the file itself, not a class or a function, defines a function of this name. */
  definesAtTop(name: string): boolean;
}

export const MODULE_SCOPE = -1;

export const createScopes = (functions: readonly Node[]): Scopes => {
  const all = [...functions]
    .sort((a, b) => a.startIndex - b.startIndex)
    .map((node) => ({
      start: node.startIndex,
      end: node.endIndex,
      name: node.childForFieldName('name')?.text ?? '',
      isTop: node.startPosition.column === 0 || node.previousSibling?.type === 'async',
      outer: MODULE_SCOPE,
    }));
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
  const tops = new Set(all.filter(({ isTop }) => isTop).map(({ name }) => name));
  return {
    at,
    outer: (scope) => all[scope]?.outer ?? MODULE_SCOPE,
    nameOf: (scope) => all[scope]?.name ?? '',
    definesAtTop: (name) => tops.has(name),
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
