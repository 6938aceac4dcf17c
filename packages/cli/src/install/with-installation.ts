import type { Call } from '../call.ts';
import type { InstallFlags } from '../parameters/folder-flags.ts';
import { connectGuarded } from './connect-guarded.ts';
import { InstallFolder } from './install-folder.ts';
import type { Installation } from './install-nodes.ts';

/** Runs `work` on a folder that no other process changes meanwhile. */
export const withInstallation = async <Result>(
  call: Call,
  path: string,
  { force, withDeps, packageHost = [] }: InstallFlags,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> => {
  const connection = await connectGuarded(call, packageHost);
  await using folder = await InstallFolder.open(path);
  return await work({ call, connection, folder, force, withDeps });
};
