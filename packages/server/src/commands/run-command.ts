import { ExitCode, type StricliProcess, run } from '@stricli/core';
import { type ApplicationContext, application } from './application.ts';
import { type CommandContext, type Command, type CommandGroup, usageOf } from './command.ts';
import { requireRuntime } from './exit-on-failure.ts';
import { commands } from './index.ts';

export interface Ending {
  exitCode: number;
  /** Whether the command failed, so that it may have left something open. */
  isBrokenOff: boolean;
}

/** Runs the command that the arguments name. If it fails, writes one line to standard error. */
export const runCommand = async (argv: readonly string[], context: CommandContext): Promise<Ending> => {
  requireRuntime();
  const faults: string[] = [];
  const process: StricliProcess = {
    stdout: { write: (text) => void context.stdout.write(text) },
    stderr: { write: (text) => void faults.push(text.trim()) },
  };
  const call: ApplicationContext = { process, context, isGood: true };
  await run(application, argv, call);
  if (faults.length === 0) return { exitCode: call.isGood ? 0 : 1, isBrokenOff: false };
  const { path, entry } = find(argv);
  const usage =
    process.exitCode === ExitCode.CommandRunError ? '' : ` Usage: ${usages(path, entry).join('; ')}`;
  context.stderr.write(`patchbay: ${faults.join(' ')}${usage}\n`);
  return { exitCode: ('failureCode' in entry ? entry.failureCode : undefined) ?? 1, isBrokenOff: true };
};

interface Found {
  path: readonly string[];
  entry: Command | CommandGroup;
}

/** The command or group that the first arguments name. */
const find = (argv: readonly string[]): Found => {
  let found: Found = { path: [], entry: commands };
  for (const name of argv) {
    const { path, entry } = found;
    if (!('commands' in entry) || !Object.hasOwn(entry.commands, name)) return found;
    found = { path: [...path, name], entry: entry.commands[name] ?? entry };
  }
  return found;
};

/** As they are run in a checkout: `npm run backup -- <folder>`. */
const usages = (path: readonly string[], entry: Command | CommandGroup): string[] => {
  const [script, ...rest] = path;
  if (script === undefined) return ['patchbay-server --help'];
  if ('commands' in entry) {
    return Object.entries(entry.commands).flatMap(([name, one]) => usages([...path, name], one));
  }
  const words = [...rest, usageOf(entry)].filter((word) => word !== '').join(' ');
  return [words === '' ? `npm run ${script}` : `npm run ${script} -- ${words}`];
};
