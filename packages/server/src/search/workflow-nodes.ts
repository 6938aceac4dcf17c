import {
  type NeededNode,
  type Profile,
  type ResolvedWorkflow,
  limits,
  isStorable,
  builtInsOf,
} from '@patchbay/contract';
import { namedVersion, type Origin, type UsedAppNodes } from '@patchbay/contract/workflow';
import {
  type VersionRange,
  findHighestVersions,
  type NamedNode,
  findFormerProviders,
  findNamedNodes,
} from '../store/listing/named-nodes.ts';
import { findVersionsByPairs } from '../store/listing/version-pairs.ts';
import { compatibleKeys } from '../store/sort-key.ts';
import type { Store } from '../store/store.ts';
import { type Candidate, findProvidersOfMany, providerReason } from '../store/listing/app-node-providers.ts';
import { nodeKey } from '../store/rows/nodes.ts';

/** A needed node with the version to install. */
interface Versioned extends Needed {
  chosen: Pick<NeededNode, 'version' | 'version_reason'>;
}

/**
 * The version of each node that the workflow should get: the one that it names if that is Active, else the highest that
 * is compatible with that, else the latest.
 */
export const chooseVersions = async (store: Store, needed: readonly Needed[]): Promise<Versioned[]> => {
  const named = new Map(needed.flatMap((one) => versionOf(one) ?? []));
  const pairs = needed.flatMap(({ node: { key, id } }) => {
    const version = named.get(key);
    return version === undefined ? [] : [{ key, node_id: id, version }];
  });
  const found = await findVersionsByPairs(store, pairs);
  const active = new Map(
    pairs.flatMap(({ key }, index) => {
      const version = found[index]?.version;
      return version?.status === 'NodeVersionStatusActive' ? [[key, version.version]] : [];
    }),
  );
  const ranges = pairs.flatMap(({ key, version }): VersionRange[] => {
    const keys = active.has(key) ? undefined : compatibleKeys(version);
    return keys === undefined ? [] : [{ nodeKey: key, ...keys }];
  });
  const compatible = await findHighestVersions(store, ranges);
  return needed.map((one) => ({
    ...one,
    chosen: chosenOf(
      ['named', active.get(one.node.key)],
      ['compatible', compatible.get(one.node.key)],
      ['latest', one.node.latestVersion ?? undefined],
    ),
  }));
};

type Choice = readonly [reason: NonNullable<NeededNode['version_reason']>, version: string | undefined];

const chosenOf = (...choices: readonly Choice[]): Pick<NeededNode, 'version' | 'version_reason'> => {
  for (const [version_reason, version] of choices)
    if (version !== undefined) return { version, version_reason };
  return {};
};

/** The version that the file names, if it is one: it can be a commit as well. */
const versionOf = ({ node: { key }, version = '' }: Needed): [string, string][] | undefined => {
  const canonical = namedVersion(version);
  return compatibleKeys(canonical) === undefined ? undefined : [[key, canonical]];
};

/** Why a node is needed, and which others provide the same. */
interface NeededName extends Omit<NeededNode['names'][number], 'candidates'> {
  candidates: readonly NamedNode[];
}

/** A node that a workflow needs. */
interface Needed {
  node: NamedNode;
  /** What the file says of its version, the first time. */
  version: string | undefined;
  names: NeededName[];
}

interface NeededNodes {
  needed: Needed[];
  builtIn: string[];
  unknown: string[];
  missing: ResolvedWorkflow['missing'];
}

/**
 * The node that each app-node comes from: the one that the file names, if it provides the name, once did, or nobody else
 * does; else the first of those that provide it.
 */
export const findNeededNodes = async (
  store: Store,
  profile: Profile,
  used: UsedAppNodes,
): Promise<NeededNodes> => {
  const builtIns = builtInsOf(profile);
  const foreign = [...used].filter(([name, { isBuiltIn }]) => !isBuiltIn && !builtIns.has(name));
  const askable = foreign.map(([name]) => name).filter(isAskable);
  const ids = [...new Set(foreign.flatMap(([, { origin }]) => idOf(origin) ?? []))];
  const [providers, named] = await Promise.all([
    findProvidersOfMany(store, askable, 1 + limits.candidatesMax),
    findNamedNodes(store, ids.slice(0, limits.workflowNodesMax)),
  ]);
  const appNodes = foreign.map(([name, { origin }]): AppNode => {
    const candidates = providers.get(name) ?? [];
    return { name, origin, candidates, named: named.get(idOf(origin) ?? '') };
  });
  const former = await findFormer(store, appNodes);
  const needed = new Map<string, Needed>();
  const missing = new Map<string, ResolvedWorkflow['missing'][number]>();
  const unknown: string[] = [];
  for (const appNode of appNodes) {
    const { name, origin, candidates } = appNode;
    const own = ownOf(appNode, former);
    const node = own ?? candidates[0];
    if (node === undefined) {
      unknown.push(name);
      noteMissing(missing, name, origin);
      continue;
    }
    const known = needed.get(node.key) ?? { node, version: undefined, names: [] };
    needed.set(node.key, known);
    if (own !== undefined) known.version ??= origin?.version;
    known.names.push({
      name,
      reason: own === undefined ? reasonOf(candidates) : 'workflow',
      candidates: candidates.filter(({ key }) => key !== node.key),
    });
  }
  return {
    needed: [...needed.values()],
    builtIn: [...used].flatMap(([name, { isBuiltIn }]) => (isBuiltIn || builtIns.has(name) ? name : [])),
    unknown,
    missing: [...missing.values()],
  };
};

interface AppNode {
  name: string;
  origin: Origin | undefined;
  /** Those that provide it, in order. */
  candidates: readonly Candidate[];
  /** The node with the id that the file names. */
  named: NamedNode | undefined;
}

/** Whether an app-node can have this name. */
const isAskable = (name: string): boolean => name.length <= limits.appNodeNameCharsMax && isStorable(name);

/** What the file has as the id, in lower case: that of the node, or else the name of its repository. */
const idOf = (origin: Origin | undefined): string | undefined => {
  const id = origin?.id ?? origin?.repository?.replace(/^.*\//s, '');
  return id !== undefined && id !== '' && isStorable(id) ? nodeKey(id) : undefined;
};

/** Of the named nodes that do not provide their app-nodes now, those that once did, as texts. */
const findFormer = async (store: Store, appNodes: readonly AppNode[]): Promise<ReadonlySet<string>> => {
  const pairs = appNodes.flatMap(({ name, named, candidates }) =>
    named === undefined || candidates.length === 0 || candidates.some(({ key }) => key === named.key)
      ? []
      : [[name, named.key] as const],
  );
  const found = await findFormerProviders(store, pairs);
  return new Set(found.map(({ name, nodeKey: key }) => `${key}\0${name}`));
};

/**
 * The node that the file means. A repository says more than a name that is like it, but anyone may name any: one of the
 * upstream takes no name by it that a node of this registry provides.
 */
const ownOf = (
  { name, origin, candidates, named }: AppNode,
  former: ReadonlySet<string>,
): NamedNode | undefined => {
  const repository = origin?.id === undefined ? origin?.repository?.toLowerCase() : undefined;
  const isTaken = candidates[0]?.isUpstream === false;
  const mayMean = ({ isUpstream }: NamedNode): boolean => repository === undefined || !isUpstream || !isTaken;
  const ofRepository =
    repository !== undefined && repository.includes('/')
      ? candidates.find((one) => mayMean(one) && isRepository(one.repository, repository))
      : undefined;
  if (ofRepository !== undefined || named === undefined || !mayMean(named)) return ofRepository;
  const provides = candidates.some(({ key }) => key === named.key);
  return provides || candidates.length === 0 || former.has(`${named.key}\0${name}`) ? named : undefined;
};

const isRepository = (address: string, repository: string): boolean =>
  address
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .endsWith(`/${repository}`);

const reasonOf = ([first, second]: readonly Candidate[]): NeededName['reason'] =>
  first === undefined ? 'workflow' : providerReason(first, second);

const noteMissing = (
  missing: Map<string, ResolvedWorkflow['missing'][number]>,
  name: string,
  { id: named, repository, version }: Origin = {},
): void => {
  const id = named ?? repository;
  if (id === undefined) return;
  const known = missing.get(id.toLowerCase()) ?? {
    id,
    ...(version !== undefined && { version }),
    names: [],
  };
  known.names.push(name);
  missing.set(id.toLowerCase(), known);
};
