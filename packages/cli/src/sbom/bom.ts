import { licenseName } from '@patchbay/contract/license-name';
import { parseRequirement } from '../install/python-requirements.ts';
import { packageUrl } from './package-url.ts';

/** A node in a version, as a bill of materials lists it. */
export interface ListedNode {
  readonly id: string;
  readonly version: string;
  /** The URL of its registry. */
  readonly registry: string;
  readonly sha256?: string | undefined;
  readonly publisher?: string | undefined;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly repository?: string | undefined;
  readonly downloadUrl?: string | undefined;
  /** What it needs of Python, by PEP 508. */
  readonly requirements: readonly string[];
  /** Whether these are all that it declares. */
  readonly isWhole: boolean;
}

interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** A bill of materials by CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
export interface Bom {
  readonly components: readonly Component[];
  readonly [field: string]: unknown;
}

interface Circumstances {
  readonly at: Date;
  /** Of this program. */
  readonly version: string;
}

/** Lists nodes that are installed together, in a folder of this name. */
export const bomOfFolder = (name: string, nodes: readonly ListedNode[], made: Circumstances): Bom => {
  const components = nodes.map(nodeComponent);
  const folder: Component = { type: 'application', 'bom-ref': 'folder', name };
  const root = { ref: folder['bom-ref'], dependsOn: components.map((one) => one['bom-ref']).toSorted() };
  return bomOf(folder, nodes, components, [root], made);
};

/** Lists one node and what it needs. */
export const bomOfNode = (node: ListedNode, made: Circumstances): Bom =>
  bomOf(nodeComponent(node), [node], [], [], made);

interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

const bomOf = (
  subject: Component,
  nodes: readonly ListedNode[],
  nodeComponents: readonly Component[],
  roots: readonly Dependency[],
  { at, version }: Circumstances,
): Bom => {
  const needs = nodes.map((node) => ({ node, packages: packagesOf(node) }));
  const packages = new Map(needs.flatMap(({ packages: own }) => own.map((one) => [one['bom-ref'], one])));
  const edges = needs.map(({ node, packages: own }) => ({
    ref: refOf(node),
    dependsOn: own.map((one) => one['bom-ref']).toSorted(),
  }));
  const whole = nodes.filter(({ isWhole }) => isWhole).map(refOf);
  const unknown = [...nodes.filter(({ isWhole }) => !isWhole).map(refOf), ...packages.keys()];
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      tools: { components: [{ type: 'application', name: 'patchbay', version }] },
      component: subject,
    },
    components: [...nodeComponents, ...packages.values()].toSorted(byRef),
    dependencies: [...roots, ...edges.toSorted((one, other) => (one.ref < other.ref ? -1 : 1))],
    // What the packages need themselves depends on where they are installed.
    compositions: [
      { aggregate: 'complete', dependencies: whole.toSorted() },
      { aggregate: 'unknown', dependencies: unknown.toSorted() },
    ].filter(({ dependencies }) => dependencies.length > 0),
  };
};

const byRef = (one: Component, other: Component): number => (one['bom-ref'] < other['bom-ref'] ? -1 : 1);

const refOf = ({ id, publisher, version, sha256, downloadUrl }: ListedNode): string =>
  packageUrl({
    type: 'generic',
    namespace: publisher,
    name: id,
    version,
    qualifiers: {
      checksum: sha256 === undefined ? undefined : `sha256:${sha256}`,
      download_url: webAddress(downloadUrl),
    },
  });

const nodeComponent = (node: ListedNode): Component => {
  const { id, version, publisher, description, license, sha256, downloadUrl, repository } = node;
  const hashes = sha256 === undefined ? undefined : [{ alg: 'SHA-256', content: sha256 }];
  const [download, source] = [webAddress(downloadUrl), webAddress(repository)];
  const references = [
    ...(download === undefined ? [] : [{ type: 'distribution', url: download, ...(hashes && { hashes }) }]),
    ...(source === undefined ? [] : [{ type: 'vcs', url: source }]),
  ];
  const name = licenseOf(license);
  return {
    type: 'library',
    'bom-ref': refOf(node),
    ...(publisher !== undefined && { group: publisher }),
    name: id,
    version,
    ...(description !== undefined && description !== '' && { description }),
    ...(hashes && { hashes }),
    ...(name !== undefined && { licenses: [{ license: { name } }] }),
    purl: refOf(node),
    ...(references.length > 0 && { externalReferences: references }),
    properties: [
      { name: 'patchbay:registry', value: node.registry },
      // With their ranges, which a component cannot have.
      ...node.requirements.map((value) => ({ name: 'patchbay:requirement', value })),
    ],
  };
};

/** The path of a file is no name of a license. */
const licenseOf = (license: string | undefined): string | undefined => {
  const name = licenseName(license);
  return name === undefined || /[\\/]|^licen[cs]e(?:\.|$)|^copying|\.(?:txt|md|rst)$/i.test(name)
    ? undefined
    : name;
};

/** The Python packages of a node, each once. */
const packagesOf = ({ requirements }: ListedNode): Component[] => {
  const packages = requirements.flatMap((text) => {
    const { name, pin, address } = parseRequirement(text) ?? {};
    if (name === undefined) return [];
    const purl =
      address === undefined
        ? packageUrl({ type: 'pypi', name, version: pin })
        : packageUrl({ type: 'generic', name, qualifiers: sourceOf(address) });
    const version = pin === undefined ? {} : { version: pin };
    return [{ type: 'library', 'bom-ref': purl, name, ...version, purl } as const];
  });
  return [...new Map(packages.map((one) => [one['bom-ref'], one])).values()];
};

const sourceOf = (address: string): Readonly<Record<string, string>> =>
  /^(?:git|hg|svn|bzr)\+/.test(address) ? { vcs_url: address } : { download_url: address };

/** An address as the web has it; undefined for anything else. */
const webAddress = (text: string | undefined): string | undefined => {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url.href
    : undefined;
};
