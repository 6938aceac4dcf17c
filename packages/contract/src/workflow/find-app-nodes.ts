import { type Fields, fieldsOf, isObject, listOf } from './fields.ts';

/** Where the author of a workflow had an app-node from, as the host's manager writes it. */
export interface Origin {
  /** The id of the node. */
  id?: string;
  /** Its repository, `owner/name`, if the file has no id. */
  repository?: string;
  /** Its version, or what else the manager knows: the commit of a repository, `nightly`, `unknown`. */
  version?: string;
}

/** What a workflow says of the app-nodes of one name. */
export interface UsedAppNode {
  /** How often it is used. */
  count: number;
  /** The first that the file names. */
  origin?: Origin;
  /** Whether the file says that it came with the host. */
  isBuiltIn: boolean;
}

/** App-nodes by name. */
export type UsedAppNodes = ReadonlyMap<string, UsedAppNode>;

/** What the editor writes in place of a node's id for the host's own app-nodes. */
export const ofHost = 'comfy-core';

/**
 * The app-nodes of a workflow by name, in either form: the graph of the editor, with its subgraphs and groups, or the
 * prompt that the host's interface takes. Undefined if the file is neither.
 */
export const findAppNodes = (file: unknown): UsedAppNodes | undefined => {
  if (!isObject(file)) return undefined;
  return Array.isArray(file['nodes']) ? ofGraph(file) : ofPrompt(file);
};

const ofGraph = (file: Fields): UsedAppNodes => {
  const graphs = graphsOf(file);
  const groups = graphs.flatMap(({ extra }) => Object.entries(fieldsOf(fieldsOf(extra)['groupNodes'])));
  const inner = new Set([
    ...graphs.slice(1).map(({ id }) => id),
    ...groups.flatMap(([name]) => [`workflow/${name}`, `workflow>${name}`]),
  ]);
  const lists = [
    ...graphs.map((graph) => graph['nodes']),
    ...groups.map(([, group]) => fieldsOf(group)['nodes']),
  ];
  const used = new Map<string, UsedAppNode>();
  for (const { type, properties } of lists.flatMap(listOf).map(fieldsOf)) {
    if (typeof type !== 'string' || inner.has(type)) continue;
    add(used, type, originOf(fieldsOf(properties)));
  }
  return used;
};

/** The file's own graph, and then the subgraphs that it and they define. */
const graphsOf = (file: Fields): Fields[] => {
  const graphs = [file];
  // Grows while it is walked. Each is another object of the file, so it ends.
  for (const { definitions } of graphs) {
    for (const graph of listOf(fieldsOf(definitions)['subgraphs'])) graphs.push(fieldsOf(graph));
  }
  return graphs;
};

const charsMax = 200;

const originOf = ({ cnr_id: id, aux_id: repository, ver: version }: Fields): Origin | undefined => {
  const short = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value.length <= charsMax;
  const named = short(id)
    ? { id }
    : short(repository)
      ? { repository: repository.replace(/^https?:\/\/github\.com\//i, '').replace(/(?:\.git)?\/?$/, '') }
      : {};
  if (Object.keys(named).length === 0) return undefined;
  return { ...named, ...(short(version) && { version }) };
};

const ofPrompt = (file: Fields): UsedAppNodes | undefined => {
  const used = new Map<string, UsedAppNode>();
  for (const { class_type: name, _meta: meta } of Object.values(file).map(fieldsOf)) {
    if (typeof name === 'string') add(used, name, originOf(fieldsOf(meta)));
  }
  return used.size === 0 ? undefined : used;
};

const add = (used: Map<string, UsedAppNode>, name: string, origin: Origin | undefined): void => {
  const known = used.get(name) ?? { count: 0, isBuiltIn: false };
  known.count += 1;
  if (origin?.id === ofHost) known.isBuiltIn = true;
  else if (origin !== undefined) known.origin ??= origin;
  used.set(name, known);
};
