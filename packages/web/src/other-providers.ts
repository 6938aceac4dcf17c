import type { ResolvedAppNode } from '@patchbay/client';

/** Another node with app-nodes of the same names. */
export interface OtherProvider {
  readonly nodeId: string;
  readonly names: readonly string[];
  /** Those that a workflow gets from it, and not from another node. */
  readonly preferred: readonly string[];
}

const nodesMax = 20;

/** The other nodes that have some of these app-nodes, those with the most first. */
export const otherProviders = (ownId: string, results: readonly ResolvedAppNode[]): OtherProvider[] => {
  const offers = results.flatMap(({ name, node, candidates = [] }) =>
    [node, ...candidates].flatMap((other) =>
      other === undefined || other.id === ownId ? [] : [{ nodeId: other.id, name, isFirst: other === node }],
    ),
  );
  return [...Map.groupBy(offers, ({ nodeId }) => nodeId)]
    .map(([nodeId, of]) => ({
      nodeId,
      names: of.map(({ name }) => name),
      preferred: of.filter(({ isFirst }) => isFirst).map(({ name }) => name),
    }))
    .toSorted((one, other) => other.names.length - one.names.length)
    .slice(0, nodesMax);
};
