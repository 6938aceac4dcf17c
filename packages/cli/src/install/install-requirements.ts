import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Call } from '../call.ts';
import { CliError } from '../errors.ts';
import { installCommand } from './install-command.ts';
import type { Outcome } from './outcome.ts';
import { commandText, requirementsOf } from './python-requirements.ts';

/** Has the Python of the host install what the nodes need. Its output goes to standard error. Throws `requirements_failed`. */
export const installRequirements = async (
  { context, event }: Call,
  outcomes: readonly Outcome[],
): Promise<void> => {
  const command = await installCommand(context, requirementsOf(outcomes));
  const [program, ...args] = command ?? [];
  if (command === undefined || program === undefined) return;
  const text = commandText(command);
  event('requirements', { command }, text);
  // No shell reads what a registry sent.
  const child = spawn(program, args, { cwd: context.cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => void context.stderr.write(chunk.toString()));
  }
  const [code] = (await once(child, 'close').catch((cause: unknown) => {
    throw new CliError('requirements_failed', `${program} could not be started.`, { cause });
  })) as [number | null];
  if (code === 0) return;
  throw new CliError(
    'requirements_failed',
    `The nodes are installed, but not what they need: ${program === 'uv' ? 'uv' : 'pip'} ended with ${code}.`,
    {
      next: `Correct the environment, then run: ${text}`,
    },
  );
};
