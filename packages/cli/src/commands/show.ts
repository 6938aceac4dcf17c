import type { BuiltBy } from '@patchbay/client';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { parseLatestReference } from '../node-reference.ts';
import { fields } from '../output/fields.ts';
import { status } from '../output/status.ts';
import { sizeText } from '../output/size.ts';
import { pagePathOf } from '../page-path.ts';
import { oneArgument } from '../parameters/one-argument.ts';

export const show = command({
  brief: 'Show a node, or one of its versions',
  data: ({ Type, Node, NodeVersion }) =>
    Type.Object({
      node: Node,
      recent_downloads: Type.Integer({ description: 'Downloads of the last 30 days, today included' }),
      version: Type.Optional({ ...NodeVersion, description: 'The version asked for, else the latest' }),
      app_nodes: Type.Optional(
        Type.Object(
          { total: Type.Integer(), names: Type.Array(Type.String(), { description: 'The first ones' }) },
          { description: 'Those of an Active version' },
        ),
      ),
      license: Type.Optional(Type.String({ description: 'The license as people read it' })),
      page: Type.String({ description: 'Where the site shows it' }),
    }),
  parameters: {
    positional: oneArgument('node[@version]', 'Id of the node, and a version'),
  },
  async run(call: Call, _flags: object, reference: string) {
    const { nodeId, version } = parseLatestReference(reference);
    const [connection, { licenseName }, { nameAppNodes }] = await Promise.all([
      call.connect(),
      import('@patchbay/contract/license-name'),
      import('../diff/list-app-nodes.ts'),
    ]);
    const { api, client, registry } = connection;
    // First and alone: its owner is told that it is deleted.
    const node = await api.getNode(client, { nodeId });
    const { total } = await api.getNodeDownloads(client, { nodeId, days: 30 });
    const shown =
      version === undefined ? node.latest_version : await api.getVersion(client, { nodeId, version });
    const appNodes =
      shown?.status === 'NodeVersionStatusActive'
        ? await nameAppNodes(connection, { nodeId: node.id, version: shown.version }, namesMax)
        : undefined;
    const license = licenseName(node.license);
    return {
      node,
      recent_downloads: total,
      ...(shown !== undefined && { version: shown }),
      ...(appNodes !== undefined && { app_nodes: appNodes }),
      ...(license !== undefined && { license }),
      page: registry + pagePathOf(node.id, version),
    };
  },
  text({ node, version, app_nodes, recent_downloads, license, page }, ink) {
    const head = [ink.bold(node.id), version?.version, node.name].filter(Boolean).join('  ');
    const body = fields(ink, {
      Formerly: node.former_ids?.join(', '),
      Publisher: node.publisher.id,
      Author: node.author,
      License: license,
      Repository: node.repository,
      Tags: node.tags?.join(', '),
      ...supports({ ...node, ...version }),
      Downloads: `${node.downloads}, ${recent_downloads} in the last 30 days`,
      Updated: node.updated_at,
      Rating: node.rating,
      Version: version && `${version.version} ${status(ink, version.status)}, ${version.createdAt}`,
      Deprecated: version?.deprecated ? ink.yellow(version.deprecation_message ?? 'yes') : undefined,
      'App-nodes': app_nodes && namesOf(app_nodes),
      Requires: version?.dependencies?.join(', '),
      Package: version?.package_bytes === undefined ? undefined : sizeText(version.package_bytes),
      'SHA-256': version?.package_sha256,
      'Built from': version?.built_by && builtFrom(version.built_by),
      Notices: version?.notices?.join(' '),
      Changelog: version?.changelog,
      Page: page,
      Install: version?.downloadUrl === undefined ? undefined : `patchbay install ${node.id}`,
    });
    return [head, node.description, '', body].filter((line) => line !== undefined).join('\n');
  },
});

/** App-nodes that are named. */
const namesMax = 10;

const namesOf = ({ total, names }: { readonly total: number; readonly names: readonly string[] }): string => {
  if (total === 0) return 'none';
  const rest = total - names.length;
  return `${total}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};

/** Which CI job published it: repository and commit, workflow, run. */
const builtFrom = ({ repository, commit, workflow, run }: BuiltBy): string =>
  [commit === undefined ? repository : `${repository ?? ''}@${commit}`, workflow, run]
    .filter((part) => part !== undefined)
    .join(', ');

/** What is supported, under the names of the registry: each host has its own for its version. */
const supports = (supported: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(supported)
      .filter(([key]) => key.startsWith('supported_'))
      .map(([key, value]) => [
        `Supported ${key.slice('supported_'.length).replaceAll('_', ' ')}`,
        [value].flat().join(', '),
      ]),
  );
