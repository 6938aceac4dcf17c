import { ExitCode, type StricliProcess, proposeCompletions, run as runApplication } from '@stricli/core';
import { application } from './application.ts';
import { commands } from './commands/index.ts';
import type { Context } from './context.ts';
import { CliError, exitCodes } from './errors.ts';
import { findCommand } from './find-command.ts';
import { rootHelp } from './root-help.ts';
import { makeReporter } from './output/reporter.ts';

/** Runs the command that the arguments name. Returns the exit code of the process. */
export const run = async (context: Context): Promise<number> => {
  if (context.argv[0] === '__complete') return complete(context);
  const argv = inUsualForm(commandFirst(context.argv));
  if (argv.length === 0 || (argv.length === 1 && isHelp(argv[0]))) {
    context.stdout.write(`${rootHelp(commands)}\n`);
    return exitCodes.ok;
  }
  // The library writes there only what is wrong with the arguments.
  const faults: string[] = [];
  const process: StricliProcess = {
    stdout: { write: (text) => void context.stdout.write(text) },
    stderr: { write: (text) => void faults.push(text.trim()) },
  };
  await runApplication(application, argv, { process, context });
  if (faults.length === 0) return Number(process.exitCode ?? ExitCode.Success);
  const { path } = findCommand(commands, argv);
  const reporter = makeReporter(context, path, { json: argv.includes('--json') });
  reporter.failure(
    new CliError('usage', faults.join(' '), {
      next: `Run \`${['patchbay', ...path].join(' ')} --help\`.`,
    }),
  );
  return exitCodes.usage;
};

/** Ends the lines of JSON of a command that a signal ends. People see that it did. */
export const reportCancelled = (context: Context): void => {
  const argv = commandFirst(context.argv);
  if (!argv.includes('--json')) return;
  const { path } = findCommand(commands, argv);
  makeReporter(context, path, { json: true }).failure(
    new CliError('cancelled', 'A signal ended the command.'),
  );
};

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

const globalFlag = /^--(?:json|verbose|quiet|offline|registry=.*)$/s;
const asksForHelp = /^(?:help|--help|-h|--version|-V)$/;

/** How many arguments before the command are flags of every command, with their values. */
const countFlagsBefore = (argv: readonly string[]): number => {
  let count = 0;
  while (globalFlag.test(argv[count] ?? '') || argv[count] === '--registry')
    count += argv[count] === '--registry' ? 2 : 1;
  return count;
};

/** Flags of every command may also stand before it, as in other programs. */
const commandFirst = (argv: readonly string[]): readonly string[] => {
  const count = countFlagsBefore(argv);
  const rest = argv.slice(count);
  if (asksForHelp.test(rest[0] ?? 'help')) return rest;
  const words = Math.max(1, findCommand(commands, rest).path.length);
  return [...rest.slice(0, words), ...argv.slice(0, count), ...rest.slice(words)];
};

/** `help`, `help <command>` and `-V`, as people know them from other programs. */
const inUsualForm = ([first, ...rest]: readonly string[]): readonly string[] => {
  if (first === 'help') return [...rest, '--help'];
  if (first === '-V') return ['--version', ...rest];
  return first === undefined ? [] : [first, ...rest];
};

/** Before the words of a command, for its help or its schema. */
const namesCommand = new Set(['help', 'schema']);

/** Prints what can take the place of the last argument. */
const complete = async (context: Context): Promise<number> => {
  const process = { stdout: context.stdout, stderr: context.stderr };
  // Some shells leave out an empty word.
  const typed = context.argv.length > 1 ? context.argv.slice(1) : [''];
  const [first, ...rest] = typed.slice(countFlagsBefore(typed));
  if (first === undefined) return exitCodes.ok;
  const isName = namesCommand.has(first) && rest.length > 0 && !rest.at(-1)?.startsWith('-');
  const words = isName ? rest : [first, ...rest];
  for (const { completion } of await proposeCompletions(application, words, { process, context })) {
    context.stdout.write(`${completion}\n`);
  }
  return exitCodes.ok;
};
