import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

type CommandName =
  | 'admin'
  | 'backup'
  | 'doctor'
  | 'extract'
  | 'extract-again'
  | 'import'
  | 'migrate'
  | 'migrate-storage'
  | 'mirror'
  | 'restore';

/** Starts a command in a process of its own, as its npm script does. */
export const startCommand = (
  name: CommandName,
  args: readonly string[],
  environment: Record<string, string>,
): ChildProcessWithoutNullStreams => {
  const entry = fileURLToPath(new URL('../../dist/patchbay-server.js', import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [entry, name, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
  });
};

/** As `startCommand`, to its end. */
export const runCommand = async (
  name: CommandName,
  args: readonly string[],
  environment: Record<string, string>,
  input = '',
): Promise<CommandResult> => {
  const child = startCommand(name, args, environment);
  child.stdin.end(input);
  const [stdout, stderr, ended] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: ended[0] as number | null, stdout, stderr };
};
