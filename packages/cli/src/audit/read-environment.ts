import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';
import { canonicalName, pythonOf } from '../install/python-requirements.ts';

const bounds = { timeout: 60_000, maxBuffer: 16 * 1024 ** 2 };

/** Prints the name and version of each installed package. Nothing in the working folder is imported. */
const script = [
  'import sys',
  'sys.path[:] = [path for path in sys.path if path]',
  'import json',
  'from importlib import metadata',
  'print(json.dumps([[one.metadata["Name"], one.version] for one in metadata.distributions()]))',
].join('\n');

/** What the Python of the host has installed: the version of each package. Throws `environment_unread`. */
export const readEnvironment = async ({ context }: Call): Promise<ReadonlyMap<string, string>> => {
  const program = pythonOf(context);
  const env = { ...process.env, ...context.env };
  try {
    const { stdout } = await promisify(execFile)(program, ['-c', script], {
      ...bounds,
      cwd: context.cwd,
      env,
      windowsHide: true,
    });
    return versionsOf(JSON.parse(stdout));
  } catch (cause) {
    throw new CliError('environment_unread', `${program} does not say which packages it has.`, { cause });
  }
};

const versionsOf = (listed: unknown): ReadonlyMap<string, string> => {
  const versions = new Map<string, string>();
  for (const [name, version] of listed as readonly (readonly unknown[])[]) {
    // The first is the one that Python imports.
    if (typeof name !== 'string' || typeof version !== 'string' || versions.has(canonicalName(name)))
      continue;
    versions.set(canonicalName(name), version);
  }
  return versions;
};
