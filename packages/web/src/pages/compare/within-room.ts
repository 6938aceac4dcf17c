import type { AppNode } from '@patchbay/client';

/** Of the definitions that differ. Comparing them takes time in proportion, in which no other page is made. */
const charsMax = 1_000_000;

interface Bounded {
  before: readonly AppNode[];
  after: readonly AppNode[];
  /** How many differ and are compared by their names alone. */
  skipped: number;
}

/** Both sides, without the definitions for which there is no room. */
export const withinRoom = (before: readonly AppNode[], after: readonly AppNode[]): Bounded => {
  const old = new Map(before.map((appNode) => [appNode.app_node_name, appNode]));
  const skipped = new Set<string>();
  let room = charsMax;
  for (const appNode of after) {
    const former = old.get(appNode.app_node_name);
    if (former === undefined || charsOf(former, appNode) === 0) continue;
    room -= charsOf(former, appNode);
    if (room < 0) skipped.add(appNode.app_node_name);
  }
  const bounded = (appNodes: readonly AppNode[]): AppNode[] =>
    appNodes.map((one) => (skipped.has(one.app_node_name) ? { app_node_name: one.app_node_name } : one));
  return { before: bounded(before), after: bounded(after), skipped: skipped.size };
};

const keys = ['input_types', 'return_types', 'return_names', 'description'] as const;

const charsOf = (before: AppNode, after: AppNode): number =>
  keys
    .filter((key) => before[key] !== after[key])
    .reduce((sum, key) => sum + (before[key]?.length ?? 0) + (after[key]?.length ?? 0), 0);
