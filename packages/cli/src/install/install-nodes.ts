import type { NodeVersion } from '@patchbay/client';
import type { Call } from '../call.ts';
import type { Connection } from '../connect.ts';
import type { CliError } from '../errors.ts';
import { withNearNodes } from '../near-nodes.ts';
import { sizeText } from '../output/size.ts';
import { toCliError } from '../to-cli-error.ts';
import { bounds } from './bounds.ts';
import { type Wanted, chooseVersion } from './choose-version.ts';
import { fetchPackage } from './fetch-package.ts';
import { folderNameOf } from './folder-name.ts';
import type { InstallFolder } from './install-folder.ts';
import { mapAtOnce } from './map-at-once.ts';
import { installRequirements } from './install-requirements.ts';
import type { Outcome } from './outcome.ts';
import { type PackageLimits, readPackageLimits } from './package-limits.ts';
import { readInstalledProject } from './read-installed-project.ts';
import { isWhole, requireReplaceable } from './require-replaceable.ts';
import { withConflicts } from './with-conflicts.ts';

export interface Installation {
  readonly call: Call;
  readonly connection: Connection;
  readonly folder: InstallFolder;
  /** Whether what patchbay did not install may be replaced too. */
  readonly force: boolean;
  /** Whether the Python of the host gets what the nodes need. */
  readonly withDeps: boolean;
}

/**
 * Installs each of the nodes, or replaces the version that is installed. Each node is whole or as it was before, and
 * one that fails does not keep the others out. Throws if all of them fail.
 */
export const installNodes = async (
  installation: Installation,
  wanted: readonly Wanted[],
): Promise<Outcome[]> => {
  if (wanted.length === 0) return [];
  const limits = await readPackageLimits(installation.connection);
  const errors: CliError[] = [];
  const outcomes = await mapAtOnce(wanted, bounds.downloadsAtOnce, async (one): Promise<Outcome> => {
    try {
      return await install(installation, limits, one);
    } catch (thrown) {
      const connect = () => Promise.resolve(installation.connection);
      const error = await withNearNodes(toCliError(thrown), connect, one.nodeId);
      errors.push(error);
      const { code, message, next } = error;
      return {
        node: one.nodeId,
        status: 'failed',
        error: { code, message, ...(next !== undefined && { next }) },
      };
    }
  });
  const [first] = errors;
  if (first !== undefined && errors.length === wanted.length) throw first;
  if (installation.withDeps) await installRequirements(installation.call, outcomes);
  return withConflicts(installation.folder, outcomes);
};

/** The folder of a node. One that was renamed stays in that of the id it was installed by, and is not there twice. */
const folderOf = async (
  { connection: { api, client }, folder }: Installation,
  { nodeId }: Wanted,
  { node_id: id }: NodeVersion,
): Promise<string> => {
  const known = folder.find(nodeId) ?? folder.find(id);
  if (known !== undefined) return known;
  const fresh = folderNameOf(id);
  if (folder.nodes.size === 0) return fresh;
  const { former_ids: former = [] } = await api.getNode(client, { nodeId: id });
  return former.map((one) => folder.find(one)).find((one) => one !== undefined) ?? fresh;
};

const install = async (
  installation: Installation,
  limits: PackageLimits,
  wanted: Wanted,
): Promise<Outcome> => {
  const { call, connection, folder } = installation;
  const version = await chooseVersion(connection, wanted);
  const id = await folderOf(installation, wanted, version);
  const installed = folder.nodes.get(id);
  const { version: number } = version;
  const { requested } = wanted;
  const { dependencies = [], deprecated, deprecation_message: advice = '' } = version;
  const needs = {
    ...(deprecated === true && { deprecated: advice }),
    ...(dependencies.length > 0 && { requirements: dependencies }),
  };
  const isSame = installed?.sha256 === version.package_sha256 && installed?.version === number;
  if (installed !== undefined && isSame && (await isWhole(folder, id))) {
    await folder.record(id, { ...installed, requested });
    return { node: id, version: number, ...needs, status: 'unchanged' };
  }
  if (!installation.force) await requireReplaceable(folder, id, connection.registry);
  const former =
    installed === undefined || dependencies.length === 0
      ? []
      : (await readInstalledProject(folder.pathOf(id), installed.files)).requirements;
  const staged = folder.stage();
  const what = `${id} ${number}`;
  call.event('download', { node: id, version: number, bytes: version.package_bytes ?? 0 });
  const got = await fetchPackage(connection, version, staged, limits, (received, total) =>
    call.event(
      'progress',
      { node: id, received, total },
      `${what}: ${sizeText(received)} of ${sizeText(total)}`,
      {
        passes: true,
      },
    ),
  );
  // Somebody may have worked there while it came.
  if (!installation.force) await requireReplaceable(folder, id, connection.registry);
  await folder.place(id, { registry: connection.registry, version: number, requested, ...got }, staged);
  return {
    node: id,
    version: number,
    ...needs,
    ...(former.length > 0 && { former_requirements: former }),
    status: installed === undefined ? 'installed' : 'replaced',
    ...(installed !== undefined && { previous: installed.version }),
  };
};
