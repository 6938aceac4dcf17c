import {
  type Application,
  type Command as StricliCommand,
  type CommandContext,
  type RouteMap,
  type StricliProcess,
  type TypedCommandParameters,
  ArgumentScannerError,
  buildApplication,
  buildCommand,
  buildRouteMap,
  formatMessageForArgumentScannerError,
  help,
  text_en,
  version,
} from '@stricli/core';
import manifest from '../package.json' with { type: 'json' };
import { makeCall } from './call.ts';
import type { Command, Group } from './command.ts';
import { commands } from './commands/index.ts';
import type { Context } from './context.ts';
import { errors, exitCodes } from './errors.ts';
import { explainError } from './explain-error.ts';
import { inkFor } from './output/ink.ts';
import { printable } from './output/printable.ts';
import { makeReporter } from './output/reporter.ts';
import { settledContext } from './output/settled-context.ts';
import { switchFlag } from './parameters/switch-flag.ts';

/** What the library that reads the arguments hands to each command. */
export interface ApplicationContext extends CommandContext {
  readonly process: StricliProcess;
  readonly context: Context;
}

/** What every command can be told. */
type GlobalFlags = {
  readonly json: boolean;
  readonly registry?: string;
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly offline: boolean;
};

const globalFlags = {
  json: switchFlag('Print JSON'),
  registry: {
    kind: 'parsed',
    parse: String,
    optional: true,
    placeholder: 'url',
    brief: 'The registry to call, instead of PATCHBAY_URL or the last login',
  },
  verbose: switchFlag('Show each request, and the causes of an error, on standard error'),
  quiet: switchFlag('Show results and errors alone'),
  offline: switchFlag('Call no registry'),
} as const;

/** A word as it is, and without each of its letters. */
const shortened = (word: string): string[] => [
  word,
  ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1)),
];

/** Whether two words differ by a letter, or by two that changed places. */
const isSlip = (typed: string, meant: string): boolean => {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  const forms = shortened(meant);
  return shortened(typed).some((form) => forms.includes(form));
};

/** What may stand before a command. */
const flagsOfAll = [...Object.keys(globalFlags), 'version'];

/** `dryRun` as a person types it. */
const inKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const inCamelCase = (name: string): string =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const flagName = (name: string): string => `--${inKebabCase(name.replace(/^-+/, ''))}`;

/**
 * The same flags, whose errors begin with the flag: the library tells its name from that of an argument to nobody. They
 * are named as people type them, because the library looks for what is meant among these names.
 */
const namingFlags = (flags: object): object =>
  Object.fromEntries(
    Object.entries(flags as Readonly<Record<string, { readonly parse?: (text: string) => unknown }>>).map(
      ([name, { parse, ...flag }]) => [
        inKebabCase(name),
        parse === undefined ? flag : { ...flag, parse: (text: string) => parseFlag(name, parse, text) },
      ],
    ),
  );

const parseFlag = (name: string, parse: (text: string) => unknown, text: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`${flagName(name)} ${error.message}`, { cause: error });
  }
};

interface Argument {
  readonly placeholder?: string;
  readonly optional?: boolean;
  readonly default?: string;
}

/** The arguments of a command: the library shows optional ones as required, or not at all. */
const argumentsOf = ({ parameters: { positional } }: Command): { name: string; isOptional: boolean }[] => {
  if (positional === undefined) return [];
  if (positional.kind === 'array') {
    const { parameter, minimum = 0 } = positional;
    return [{ name: `<${parameter.placeholder ?? 'args'}>...`, isOptional: minimum === 0 }];
  }
  return (positional.parameters as readonly Argument[]).map(({ placeholder = 'arg', ...others }) => ({
    name: `<${placeholder}>`,
    isOptional: others.optional === true || others.default !== undefined,
  }));
};

const hasOptional = (command: Command): boolean => argumentsOf(command).some(({ isOptional }) => isOptional);

const usageOf = (command: Command): string =>
  argumentsOf(command)
    .map(({ name, isOptional }) => (isOptional ? `[${name}]` : name))
    .join(' ');

const toStricliCommand = (path: readonly string[], command: Command): StricliCommand<ApplicationContext> =>
  buildCommand<GlobalFlags, readonly unknown[], ApplicationContext>({
    docs: {
      brief: command.brief,
      ...(hasOptional(command) && { customUsage: [usageOf(command)] }),
      ...(command.description !== undefined && {
        fullDescription: `${command.brief}.\n${command.description}`,
      }),
    },
    parameters: {
      ...command.parameters,
      flags: { ...namingFlags(command.parameters.flags ?? {}), ...globalFlags },
    } as TypedCommandParameters<GlobalFlags, readonly unknown[], ApplicationContext>,
    async func({ json, registry, verbose, quiet, offline, ...flags }, ...args) {
      const settings = { json, registry, verbose, quiet, offline };
      const context = settledContext(this.context, settings);
      const named = Object.fromEntries(
        Object.entries(flags).map(([name, value]) => [inCamelCase(name), value]),
      );
      this.process.exitCode = await perform(context, path, command, settings, named, args);
    },
  });

/** Runs a command and writes what it has to say. Returns the exit code. */
const perform = async (
  context: Context,
  path: readonly string[],
  command: Command,
  settings: Omit<GlobalFlags, 'registry'> & { readonly registry: string | undefined },
  flags: Readonly<Record<string, unknown>>,
  args: readonly unknown[],
): Promise<number> => {
  const reporter = makeReporter(context, path, settings);
  const call = makeCall(context, settings, reporter);
  try {
    const data = await command.run(call, flags, ...args);
    const isOk = command.isOk?.(data) ?? true;
    const text = settings.json ? '' : command.text(printable(data), inkFor(context, context.stdout), flags);
    reporter.result(data, text, isOk);
    return isOk ? exitCodes.ok : exitCodes[command.exit?.(data) ?? 'failed'];
  } catch (thrown) {
    const error = await explainError(thrown, call, { args });
    reporter.failure(error);
    return exitCodes[errors[error.code].exit];
  }
};

type Routes = Record<string, StricliCommand<ApplicationContext> | RouteMap<ApplicationContext>>;

const toRouteMap = (path: readonly string[], { brief, commands }: Group): RouteMap<ApplicationContext> => {
  // Without a prototype: the library would find a command `constructor`.
  const routes = Object.create(null) as Routes;
  for (const [name, entry] of Object.entries(commands)) {
    const below = [...path, name];
    routes[name] = 'run' in entry ? toStricliCommand(below, entry) : toRouteMap(below, entry);
  }
  return buildRouteMap({ docs: { brief }, routes });
};

const formatting = {
  caseStyle: 'convert-camel-to-kebab',
  useAliasInUsageLine: false,
  onlyRequiredInUsageLine: true,
} as const;

const didYouMean = (corrections: readonly string[]): string =>
  corrections.length === 0 ? '' : ` Did you mean ${[...new Set(corrections)].join(' or ')}?`;

/** What is wrong with the arguments, as a sentence. */
const explainArguments = (error: unknown): string => {
  if (!(error instanceof ArgumentScannerError)) return String(error);
  return formatMessageForArgumentScannerError(error, {
    FlagNotFoundError: ({ input, corrections }) =>
      `Unknown flag --${input}.${didYouMean(corrections.map(flagName))}`,
    AliasNotFoundError: ({ input }) => `Unknown flag -${input}.`,
    InvalidNegatedFlagSyntaxError: ({ externalFlagName }) => `${flagName(externalFlagName)} takes no value.`,
    UnsatisfiedFlagError: ({ externalFlagName }) => `${flagName(externalFlagName)} needs a value.`,
    UnsatisfiedPositionalError: ({ placeholder }) => `<${placeholder}> is missing.`,
    UnexpectedPositionalError: ({ expectedCount, input }) =>
      `${JSON.stringify(input)} is one argument too many: the command takes ${expectedCount === 0 ? 'none' : expectedCount}.`,
    UnexpectedFlagError: ({ externalFlagName }) => `${flagName(externalFlagName)} is given twice.`,
    EnumValidationError: ({ externalFlagName, input, values }) =>
      `${flagName(externalFlagName)} must be one of ${values.join(', ')}, not ${JSON.stringify(input)}.`,
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, exception }) => {
      const message = exception instanceof Error ? exception.message : 'is invalid';
      return `${message.startsWith('--') ? message : `<${name}> ${message}`}.`;
    },
  });
};

export const application: Application<ApplicationContext> = buildApplication(
  toRouteMap([], commands),
  {
    name: 'patchbay',
    scanner: {
      caseStyle: 'allow-kebab-for-camel',
      allowArgumentEscapeSequence: true,
      // A wrong letter, two that changed places, or a missing one is a slip; more is another word.
      distanceOptions: {
        threshold: 2,
        weights: { insertion: 1, deletion: 1, substitution: 1, transposition: 1 },
      },
    },
    documentation: formatting,
    localization: {
      text: {
        ...text_en,
        exceptionWhileParsingArguments: explainArguments,
        noCommandRegisteredForInput: ({ input, corrections }) => {
          const isMeant = (name: string): boolean => isSlip(input.replace(/^-+/, ''), name);
          // Of these, the library knows nothing here.
          if (isMeant('help')) corrections = ['`help`'];
          else if (input.startsWith('-')) corrections = flagsOfAll.filter(isMeant).map(flagName);
          return input.startsWith('-')
            ? `Unknown flag ${input}.${didYouMean(corrections)} The flags of a command come after it.`
            : `There is no command "${input}".${didYouMean(corrections)}`;
        },
      },
    },
  },
  {
    help: help({ brief: 'Print this help', defaultForRouteMap: true, formatting }),
    version: version({ brief: 'Print the version', info: { currentVersion: manifest.version } }),
  },
);
