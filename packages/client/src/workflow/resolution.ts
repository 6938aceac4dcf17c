import type { ResolvedAppNode } from '../generated/index.ts';
import type { UsedAppNode } from './find-app-nodes.ts';
import { ResolvedNames } from './resolve-names.ts';

/** A node that a workflow needs. */
export interface NeededNode {
  readonly node: string;
  /** Its latest version. */
  readonly version?: string;
  readonly app_nodes: readonly {
    readonly name: string;
    /** `workflow`: the workflow names the node. The others are the registry's. */
    readonly reason: string;
    /** Other nodes that provide it. */
    readonly candidates: readonly string[];
  }[];
}

export interface Resolution {
  readonly nodes: readonly NeededNode[];
  /** App-nodes of the host. */
  readonly built_in: readonly string[];
  /** App-nodes that no node provides. */
  readonly unknown: readonly string[];
  /**
   * Whether some of its unknown app-nodes, or of those that have a node by their name alone, may come with the host: the
   * registry has no list of these.
   */
  readonly may_use_host: boolean;
}

/** A node that the registry has. */
export interface NamedNode {
  readonly id: string;
  readonly latest_version?: string;
}

/**
 * The nodes that provide the app-nodes of a workflow: those it names if they do, else those of the registry. Of an
 * app-node that no node provides, it is the one that the workflow names, if `named` has it: what only exists in the
 * browser is known to no registry.
 */
export const resolutionOf = (
  used: ReadonlyMap<string, UsedAppNode>,
  found: ReadonlyMap<string, ResolvedAppNode>,
  named: ReadonlyMap<string, NamedNode> = new Map(),
): Resolution => {
  const nodes = new Map<string, { version?: string; app_nodes: NeededNode['app_nodes'][number][] }>();
  const builtIn: string[] = [];
  const unknown: string[] = [];
  for (const [name, { nodeId, isBuiltIn }] of used) {
    const answer = found.get(name);
    const { status, provider_reason: given = 'only', candidates: others = [] } = answer ?? {};
    const node = answer?.node ?? (nodeId === undefined ? undefined : named.get(nodeId.toLowerCase()));
    if (status === 'built_in' || isBuiltIn) builtIn.push(name);
    else if (node === undefined) unknown.push(name);
    else {
      const all = [node, ...others];
      const own = all.find(({ id }) => id.toLowerCase() === nodeId?.toLowerCase());
      const chosen = own ?? node;
      const needed = nodes.get(chosen.id) ?? {
        ...(chosen.latest_version !== undefined && { version: chosen.latest_version }),
        app_nodes: [],
      };
      needed.app_nodes.push({
        name,
        reason: own === undefined ? given : 'workflow',
        candidates: all.filter((one) => one !== chosen).map(({ id }) => id),
      });
      nodes.set(chosen.id, needed);
    }
  }
  const isKnown = !(found instanceof ResolvedNames) || found.builtInKnown;
  const reasons = [...nodes.values()].flatMap(({ app_nodes: names }) => names.map(({ reason }) => reason));
  return {
    nodes: [...nodes].map(([node, needed]) => ({ node, ...needed })),
    built_in: builtIn,
    unknown,
    may_use_host: !isKnown && (unknown.length > 0 || reasons.some((reason) => reason !== 'workflow')),
  };
};
