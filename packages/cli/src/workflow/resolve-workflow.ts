import { resolve } from 'node:path';
import { type Resolution, resolutionOf } from '@patchbay/client';
import type { Call } from '../call.ts';
import { chooseFolder } from '../install/choose-folder.ts';
import { connectGuarded } from '../install/connect-guarded.ts';
import type { InstallFlags } from '../parameters/folder-flags.ts';
import { installNodes } from '../install/install-nodes.ts';
import type { Outcome } from '../install/outcome.ts';
import { withInstallation } from '../install/with-installation.ts';
import { readWorkflow } from './read-workflow.ts';
import { resolveNames } from './resolve-names.ts';

/** Finds the nodes that a workflow needs, and with `install` installs them. */
export const resolveWorkflow = async (
  call: Call,
  { install, ...flags }: InstallFlags & { readonly install: boolean },
  workflow: string,
): Promise<Resolution & { installed?: Outcome[] }> => {
  const used = await readWorkflow(resolve(call.context.cwd, workflow), workflow);
  const connection = await connectGuarded(call, []);
  const found = await resolveNames(connection, [...used.keys()]);
  const named = await connection.api.findNamedNodes(connection.client, used, found);
  const resolution = resolutionOf(used, found, named);
  if (!install) return resolution;
  const folder = await chooseFolder(call.context.cwd, flags.into);
  const installed = await withInstallation(call, folder, flags, (installation) =>
    installNodes(
      installation,
      // An installed node stays as it is.
      resolution.nodes.map(({ node }) => {
        const locked = installation.folder.nodes.get(installation.folder.find(node) ?? '');
        return { nodeId: node, ...(locked !== undefined && { requested: locked.requested, locked }) };
      }),
    ),
  );
  return { ...resolution, installed };
};
