import { resolve } from 'node:path';
import type { ResolveWorkflowReply } from '@patchbay/client';
import { summarizeWorkflow } from '@patchbay/contract/workflow';
import type { Call } from '../call.ts';
import { chooseFolder } from '../install/choose-folder.ts';
import { connectGuarded } from '../install/connect-guarded.ts';
import type { InstallFlags } from '../parameters/folder-flags.ts';
import { commandFor } from '../install/install-command.ts';
import type { InstalledNode } from '../install/installed-node.ts';
import { installNodes } from '../install/install-nodes.ts';
import type { Outcome } from '../install/outcome.ts';
import { readLock } from '../install/read-lock.ts';
import { withInstallation } from '../install/with-installation.ts';
import { readWorkflow } from './read-workflow.ts';

/** What a workflow needs, as the command shows it. */
export interface Resolution extends Pick<ResolveWorkflowReply, 'built_in' | 'unknown' | 'may_use_host'> {
  readonly nodes: readonly {
    readonly node: string;
    readonly version?: string;
    readonly version_reason?: string;
    readonly named_version?: string;
    readonly installed_version?: string;
    readonly app_nodes: readonly {
      readonly name: string;
      readonly reason: string;
      readonly candidates: readonly string[];
    }[];
  }[];
  readonly missing: readonly {
    readonly id: string;
    readonly version?: string;
    readonly app_nodes: readonly string[];
  }[];
}

/** Finds the nodes that a workflow needs, and with `install` installs them. */
export const resolveWorkflow = async (
  call: Call,
  { install, ...flags }: InstallFlags & { readonly install: boolean },
  workflow: string,
): Promise<Resolution & { installed?: Outcome[]; requirements_command?: string[] }> => {
  const used = await readWorkflow(resolve(call.context.cwd, workflow), workflow);
  const { api, client } = await connectGuarded(call, []);
  const resolution = shownOf(await api.resolveWorkflow(client, { body: summarizeWorkflow(used) }));
  const folder = await chooseFolder(call.context.cwd, flags.into);
  if (!install) return withInstalled(resolution, await readLock(folder));
  const installed = await withInstallation(call, folder, flags, (installation) =>
    installNodes(
      installation,
      // An installed node stays as it is.
      resolution.nodes.map(({ node, version, version_reason: reason }) => {
        const locked = installation.folder.nodes.get(installation.folder.find(node) ?? '');
        if (locked !== undefined) return { nodeId: node, requested: locked.requested, locked };
        return { nodeId: node, ...(reason !== 'latest' && version !== undefined && { requested: version }) };
      }),
    ),
  );
  return { ...resolution, installed, ...(await commandFor(call.context, installed)) };
};

const withInstalled = (
  { nodes, ...rest }: Resolution,
  installed: ReadonlyMap<string, InstalledNode>,
): Resolution => {
  const versions = new Map([...installed].map(([id, { version }]) => [id.toLowerCase(), version]));
  return {
    ...rest,
    nodes: nodes.map((one) => {
      const version = versions.get(one.node.toLowerCase());
      return { ...one, ...(version !== undefined && { installed_version: version }) };
    }),
  };
};

const shownOf = ({ nodes, missing, ...names }: ResolveWorkflowReply): Resolution => ({
  nodes: nodes.map(({ node, names: appNodes, ...version }) => ({
    node: node.id,
    ...version,
    app_nodes: appNodes.map(({ name, reason, candidates }) => ({
      name,
      reason,
      candidates: candidates.map(({ id }) => id),
    })),
  })),
  ...names,
  missing: missing.map(({ names: appNodes, ...one }) => ({ ...one, app_nodes: appNodes })),
});
