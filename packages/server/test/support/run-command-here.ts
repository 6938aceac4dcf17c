import { Readable } from 'node:stream';
import { runCommand } from '../../src/commands/run-command.ts';
import { InProcessReader } from './in-process-reader.ts';
import { cheapHasher } from './cheap-hasher.ts';
import type { CommandResult } from './run-command.ts';

/**
 * Runs a command as `patchbay-server` does, in this process. A server that the command starts reads packages in this
 * process too, which takes a fraction of the time that reader processes need.
 */
export const runCommandHere = async (
  argv: readonly string[],
  environment: Record<string, string>,
  input = '',
): Promise<CommandResult> => {
  const output = { stdout: '', stderr: '' };
  const { exitCode } = await runCommand(argv, {
    environment,
    stdin: Readable.from([input]),
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    parts: { readers: new InProcessReader(), hasher: cheapHasher },
  });
  return { code: exitCode, ...output };
};
