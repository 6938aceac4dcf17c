import { NodeMetadata, NodeVersionMetadata, limits, sentenceOfFault } from '@patchbay/contract';
import { canonicalVersion } from '@patchbay/contract/canonical-version';
import { versionCharsMax } from '@patchbay/contract/identifiers';
import { isPublishableVersion, parseVersion } from '@patchbay/contract/valid-identifiers';
import type { Project } from '@patchbay/inspect/project';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const body = Type.Object({
  node: Type.Partial(NodeMetadata),
  node_version: Type.Object({ ...NodeVersionMetadata.properties }),
});

/** Where pyproject.toml says what has this name in a request. */
const places: Readonly<Record<string, string>> = {
  banner_url: 'the banner',
  dependencies: 'project.dependencies',
  description: 'project.description',
  icon: 'the icon',
  license: 'project.license',
  name: 'the display name',
  repository: 'project.urls.Repository',
};

export const versionRule = `Write a version like 1.2.3 (SemVer 2.0.0), at most ${versionCharsMax} characters.`;

/** Why a registry would refuse values of a node or a version, by the registry's own rules. */
export const findValueRefusals = ({
  node = {},
  nodeVersion = { version: '' },
}: Pick<Partial<Project>, 'node' | 'nodeVersion'>): string[] => {
  const { version: _, ...others } = nodeVersion;
  return Value.Errors(body, { node, node_version: others })
    .slice(0, limits.faultsMax)
    .map((fault) => `${placeOf(fault.instancePath)} ${sentenceOfFault(fault)}.`);
};

export const isPublishable = (version: string, looseVersions: boolean): boolean => {
  const number = parseVersion(canonicalVersion(version, { looseVersions }));
  return number !== undefined && isPublishableVersion(number);
};

const placeOf = (pointer: string): string => {
  const [, , name = '', item] = pointer.split('/');
  return `${places[name] ?? name}${item === undefined ? '' : `[${item}]`}`;
};
