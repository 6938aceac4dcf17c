import {
  type Application,
  type BaseArgs,
  type BaseFlags,
  type Command as StricliCommand,
  type CommandContext as StricliContext,
  type RouteMap,
  type TypedCommandParameters,
  ArgumentScannerError,
  ExitCode,
  buildApplication,
  buildCommand,
  buildRouteMap,
  formatMessageForArgumentScannerError,
  help,
  text_en,
  version,
} from '@stricli/core';
import manifest from '../../package.json' with { type: 'json' };
import { OperatorError } from '../operator-error.ts';
import { type CommandContext, type Command, type CommandGroup, usageOf } from './command.ts';
import { ArgumentsError, describeFailure } from './exit-on-failure.ts';
import { commands } from './index.ts';

/** What is wrong with the arguments, as a sentence. Values are not repeated: one may be a password. */
const explainArguments = (error: unknown): string => {
  if (!(error instanceof ArgumentScannerError)) return String(error);
  return formatMessageForArgumentScannerError(error, {
    FlagNotFoundError: ({ input }) => `Unknown option --${input}.`,
    AliasNotFoundError: ({ input }) => `Unknown option -${input}.`,
    InvalidNegatedFlagSyntaxError: ({ externalFlagName }) => `--${externalFlagName} takes no value.`,
    UnsatisfiedFlagError: ({ externalFlagName }) => `--${externalFlagName} needs a value.`,
    UnsatisfiedPositionalError: ({ placeholder }) => `<${placeholder}> is missing.`,
    UnexpectedPositionalError: ({ expectedCount }) =>
      expectedCount === 0 ? 'It takes options only.' : 'There are too many arguments.',
    UnexpectedFlagError: ({ externalFlagName }) => `--${externalFlagName} is given twice.`,
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, exception }) =>
      `${name} ${exception instanceof OperatorError ? exception.message : 'is invalid'}.`,
  });
};

/** What the library that reads the arguments hands to each command. */
export interface ApplicationContext extends StricliContext {
  readonly context: CommandContext;
  /** Whether the outcome of the command is good. */
  isGood: boolean;
}

const toCommand = (entry: Command): StricliCommand<ApplicationContext> =>
  buildCommand<BaseFlags, BaseArgs, ApplicationContext>({
    docs: {
      brief: entry.brief,
      ...(entry.description !== undefined && { fullDescription: `${entry.brief}. ${entry.description}` }),
      ...(usageOf(entry) !== '' && { customUsage: [usageOf(entry)] }),
    },
    parameters: entry.parameters as object as TypedCommandParameters<BaseFlags, BaseArgs, ApplicationContext>,
    async func(flags, ...args) {
      const { run } = await entry.load();
      this.isGood = await run(this.context, flags, ...args);
    },
  });

const toRouteMap = ({ brief, commands: entries }: CommandGroup): RouteMap<ApplicationContext> => {
  // Without a prototype: the library would find a command `constructor`.
  const routes = Object.create(null) as Record<
    string,
    StricliCommand<ApplicationContext> | RouteMap<ApplicationContext>
  >;
  for (const [name, entry] of Object.entries(entries)) {
    routes[name] = 'commands' in entry ? toRouteMap(entry) : toCommand(entry);
  }
  return buildRouteMap({ docs: { brief }, routes });
};

const formatting = {
  caseStyle: 'convert-camel-to-kebab',
  useAliasInUsageLine: false,
  onlyRequiredInUsageLine: false,
} as const;

/** Reads arguments and runs the command that they name. Writes to standard error only what went wrong. */
export const application: Application<ApplicationContext> = buildApplication(
  toRouteMap(commands),
  {
    name: 'patchbay-server',
    scanner: { caseStyle: 'allow-kebab-for-camel' },
    documentation: formatting,
    localization: {
      text: {
        ...text_en,
        exceptionWhileParsingArguments: explainArguments,
        exceptionWhileRunningCommand: describeFailure,
        noCommandRegisteredForInput: () => 'There is no such command.',
      },
    },
    determineExitCode: (error) =>
      error instanceof ArgumentsError ? ExitCode.InvalidArgument : ExitCode.CommandRunError,
  },
  {
    help: help({ brief: 'Print this help', defaultForRouteMap: true, formatting }),
    version: version({ brief: 'Print the version', info: { currentVersion: manifest.version } }),
  },
);
