import { type Fields, isObject } from './parse-workflow.ts';

/** What a workflow says of the app-nodes of one name. */
export interface UsedAppNode {
  /** How often it is used. */
  count: number;
  /** The id of the node that its author had it from, or else the name of its repository, if the file says so. */
  nodeId?: string;
  /** Whether the file says that it came with the host. */
  isBuiltIn: boolean;
}

/** What the editor writes in place of a node's id for the host's own app-nodes. */
const ofHost = 'comfy-core';

/**
 * The app-nodes of a workflow by name, in either form: the graph of the editor, with its subgraphs and groups, or the
 * prompt that the host's interface takes. Undefined if the file is neither.
 */
export const findAppNodes = (file: unknown): ReadonlyMap<string, UsedAppNode> | undefined => {
  if (!isObject(file)) return undefined;
  return Array.isArray(file['nodes']) ? ofGraph(file) : ofPrompt(file);
};

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Older files list what newer ones have by id. */
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : Object.values(fieldsOf(value));

const ofGraph = ({ nodes, definitions, extra }: Fields): ReadonlyMap<string, UsedAppNode> => {
  const subgraphs = subgraphsOf(definitions, nestedMax);
  const groups = Object.entries(fieldsOf(fieldsOf(extra)['groupNodes']));
  const inner = new Set([
    ...subgraphs.map(({ id }) => id),
    ...groups.flatMap(([name]) => [`workflow/${name}`, `workflow>${name}`]),
  ]);
  const all = [
    nodes,
    ...subgraphs.map((graph) => graph['nodes']),
    ...groups.map(([, group]) => fieldsOf(group)['nodes']),
  ];
  const used = new Map<string, UsedAppNode>();
  for (const { type, properties } of all.flatMap(listOf).map(fieldsOf)) {
    if (typeof type !== 'string' || inner.has(type)) continue;
    add(used, type, originOf(fieldsOf(properties)));
  }
  return used;
};

/** How deep the definitions of subgraphs are followed. */
const nestedMax = 8;

const subgraphsOf = (definitions: unknown, left: number): Fields[] =>
  left === 0
    ? []
    : listOf(fieldsOf(definitions)['subgraphs'])
        .map(fieldsOf)
        .flatMap((graph) => [graph, ...subgraphsOf(graph['definitions'], left - 1)]);

/** The id that the host's manager wrote, or the end of `owner/repository`. */
const originOf = ({ cnr_id: id, aux_id: repository }: Fields): string | undefined => {
  if (typeof id === 'string') return id;
  return typeof repository === 'string' ? repository.replace(/^.*\//s, '').replace(/\.git$/, '') : undefined;
};

const ofPrompt = (file: Fields): ReadonlyMap<string, UsedAppNode> | undefined => {
  const used = new Map<string, UsedAppNode>();
  for (const { class_type: name, _meta: meta } of Object.values(file).map(fieldsOf)) {
    if (typeof name === 'string') add(used, name, originOf(fieldsOf(meta)));
  }
  return used.size === 0 ? undefined : used;
};

const add = (used: Map<string, UsedAppNode>, name: string, origin: string | undefined): void => {
  const known = used.get(name) ?? { count: 0, isBuiltIn: false };
  known.count += 1;
  if (origin === ofHost) known.isBuiltIn = true;
  else if (origin !== undefined) known.nodeId ??= origin;
  used.set(name, known);
};
