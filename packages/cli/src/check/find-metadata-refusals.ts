import { nodeIdRule, publisherIdRule } from '@patchbay/contract/identifiers';
import { isNodeId, isPublisherId } from '@patchbay/contract/valid-identifiers';
import { type Project, projectFile } from '@patchbay/inspect/project';
import { findValueRefusals, isPublishable, versionRule } from '../project/find-value-refusals.ts';

/**
 * Why a registry would refuse a publish under this publisher of what a pyproject.toml says of the node and its version,
 * by the registry's own rules. What the file does not say is no fault here.
 */
export const findMetadataRefusals = (
  { nodeId, version, looseVersions = false, ...project }: Partial<Project>,
  publisherId: string | undefined,
): string[] => [
  ...(nodeId === undefined || isNodeId(nodeId)
    ? []
    : [`${projectFile}: project.name: ${JSON.stringify(nodeId)} is no id. ${nodeIdRule}`]),
  ...faultOfPublisher(publisherId),
  ...(version === undefined || isPublishable(version, looseVersions)
    ? []
    : [`${projectFile}: project.version: ${JSON.stringify(version)} cannot be published. ${versionRule}`]),
  ...findValueRefusals(project).map((fault) => `${projectFile}: ${fault}`),
];

const faultOfPublisher = (id: string | undefined): string[] => {
  if (id === undefined)
    return [`${projectFile}: PublisherId is missing. Add it with \`patchbay init\`, or give --publisher.`];
  return isPublisherId(id) ? [] : [`The publisher ${JSON.stringify(id)} is no id. ${publisherIdRule}`];
};
