import { basename } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';
import { connectGuarded } from '../install/connect-guarded.ts';
import { parseRequirement } from '../install/python-requirements.ts';
import { type KnownNode, readInstalled } from '../install/read-installed.ts';
import { parseLatestReference } from '../node-reference.ts';
import { type Bom, type ListedNode, bomOfFolder, bomOfNode } from './bom.ts';

/** Lists what is installed in a folder. Publishers and addresses come from the registry, and are absent with --offline. */
export const bomOfInstalled = async (call: Call, into: string | undefined): Promise<Bom> => {
  const { folder, nodes } = await readInstalled(call, into);
  return bomOfFolder(basename(folder), nodes.map(listedNode), circumstances(call));
};

/** Lists a version of a node in the registry, by default the latest. */
export const bomOfVersion = async (call: Call, reference: string): Promise<Bom> => {
  const { nodeId, version: number } = parseLatestReference(reference);
  const { api, client, registry } = await connectGuarded(call, []);
  const node = await api.getNode(client, { nodeId });
  const version =
    number === undefined ? node.latest_version : await api.getVersion(client, { nodeId, version: number });
  if (version === undefined)
    throw new CliError('version_not_found', `${nodeId} has no version that can be installed.`);
  const { dependencies: requirements = [] } = version;
  const { id, description, license, repository } = node;
  const listed: ListedNode = {
    id,
    version: version.version,
    registry,
    sha256: version.package_sha256,
    publisher: node.publisher.id,
    description,
    license,
    repository,
    downloadUrl: version.downloadUrl,
    requirements,
    isWhole: areNamed(requirements),
  };
  return bomOfNode(listed, circumstances(call));
};

const circumstances = ({ context }: Call) => ({ at: context.now(), version: manifest.version });

const listedNode = ({ project, node, offer, ...installed }: KnownNode): ListedNode => ({
  ...installed,
  publisher: node?.publisher.id,
  description: node?.description ?? project.description,
  license: node?.license ?? project.license,
  repository: node?.repository ?? project.repository,
  downloadUrl: offer?.node_version?.downloadUrl,
  isWhole: project.isRead && areNamed(installed.requirements),
});

const areNamed = (requirements: readonly string[]): boolean =>
  requirements.every((text) => parseRequirement(text) !== undefined);
