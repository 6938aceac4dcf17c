import { join } from 'node:path';
import type { BulkResultItem, Node } from '@patchbay/client';
import type { Call } from '../call.ts';
import { offersById, nodesById } from './ask-registry.ts';
import { chooseFolder } from './choose-folder.ts';
import { connectGuarded } from './connect-guarded.ts';
import type { InstalledNode } from './installed-node.ts';
import { type InstalledProject, readInstalledProject } from './read-installed-project.ts';
import { readLock } from './read-lock.ts';
import { requireInstalled } from './require-installed.ts';

/** An installed node: what the lock file, its files and its registry say of it. */
export interface KnownNode extends Pick<InstalledNode, 'registry' | 'version' | 'sha256'> {
  readonly id: string;
  readonly project: InstalledProject;
  /** What the registry offers for the installed version. Absent if the node came from another registry, or with --offline. */
  readonly offer?: BulkResultItem;
  /** The node in that registry, if it is offered. */
  readonly node?: Node;
  /** What it needs of Python, by its files and by the registry, each line once. */
  readonly requirements: readonly string[];
}

/** The folder and its installed nodes, sorted by id. Throws `not_installed` if there is none. */
export const readInstalled = async (
  call: Call,
  into: string | undefined,
): Promise<{ readonly folder: string; readonly nodes: readonly KnownNode[] }> => {
  const folder = await chooseFolder(call.context.cwd, into);
  const installed = await readLock(folder);
  requireInstalled(installed, folder, []);
  const ask = call.context.isOffline === true ? async () => noAnswers : askRegistry;
  const { offers, known } = await ask(call, [...installed]);
  const nodes: KnownNode[] = [];
  for (const [id, { registry, version, sha256, files }] of installed) {
    const project = await readInstalledProject(join(folder, id), files);
    const [offer, node] = [offers.get(id), known.get(id.toLowerCase())];
    const requirements = new Set([...project.requirements, ...(offer?.node_version?.dependencies ?? [])]);
    nodes.push({
      id,
      registry,
      version,
      sha256,
      project,
      ...(offer !== undefined && { offer }),
      ...(node !== undefined && { node }),
      requirements: [...requirements],
    });
  }
  return { folder, nodes };
};

interface Answers {
  readonly offers: ReadonlyMap<string, BulkResultItem>;
  readonly known: ReadonlyMap<string, Node>;
}

const noAnswers: Answers = { offers: new Map(), known: new Map() };

/** What the registry says of those nodes that came from it. */
const askRegistry = async (
  call: Call,
  installed: readonly (readonly [id: string, node: InstalledNode])[],
): Promise<Answers> => {
  const connection = await connectGuarded(call, []);
  const own = installed.filter(([, { registry }]) => registry === connection.registry);
  const [offers, known] = await Promise.all([
    offersById(connection, own),
    nodesById(
      connection,
      own.map(([id]) => id),
    ),
  ]);
  return { offers, known };
};
