import type { AppNode } from '@patchbay/client';
import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';
import { listAppNodes } from './list-app-nodes.ts';

/** One side of a comparison. */
export interface Side {
  /** As people read it. */
  readonly name: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly requirements: readonly string[] | undefined;
  readonly appNodes: readonly Omit<AppNode, 'policy'>[];
}

/** Whether the word for a side names a folder. No version begins like that. */
export const isFolder = (word: string): boolean => /^[./~\\]/.test(word);

/** A version of a node, the latest one, or the project in a folder, as it would be published. */
export const readSide = (call: Call, nodeId: string, side: string): Promise<Side> =>
  isFolder(side) ? readFolder(nodeId, side) : readVersion(call, nodeId, side);

const readVersion = async (call: Call, nodeId: string, word: string): Promise<Side> => {
  const connection = await call.connect();
  const { api, client } = connection;
  const version = word === 'latest' ? await latestOf(connection, nodeId) : word;
  const found = await api.getVersion(client, { nodeId, version });
  return {
    name: found.version,
    metadata: { ...found },
    requirements: found.dependencies,
    appNodes: await listAppNodes(connection, { nodeId, version }),
  };
};

const latestOf = async (
  { api, client }: Awaited<ReturnType<Call['connect']>>,
  nodeId: string,
): Promise<string> => {
  const { latest_version } = await api.getNode(client, { nodeId });
  if (latest_version !== undefined) return latest_version.version;
  throw new CliError('version_not_found', `${nodeId} has no version that can be installed.`);
};

const readFolder = async (nodeId: string, folder: string): Promise<Side> => {
  const { extractAppNodes, readSources, readVerifiedArchive, withinBounds } =
    await import('@patchbay/inspect');
  const { openChecked } = await import('../check/open-checked.ts');
  await using checked = await openChecked(folder);
  const { project, file } = checked;
  if (project.nodeId.toLowerCase() !== nodeId.toLowerCase()) {
    throw new CliError('usage', `The project in ${folder} is ${project.nodeId}, not ${nodeId}.`);
  }
  await using archive = await readVerifiedArchive(file);
  const { appNodes } = withinBounds(await extractAppNodes(await readSources(archive)));
  const { dependencies, ...metadata } = project.nodeVersion;
  return { name: `${project.version} in ${folder}`, metadata, requirements: dependencies, appNodes };
};
