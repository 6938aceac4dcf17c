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
import { describeCredential } from './credentials/credentials.ts';
import { CliError, errors, exitCodes } from './errors.ts';
import { inkFor } from './output/ink.ts';
import { printable } from './output/printable.ts';
import { makeReporter } from './output/reporter.ts';
import { readRegistryUrl } from './settings/registry-url.ts';
import { toCliError } from './to-cli-error.ts';

/** What the library that reads the arguments hands to each command. */
export interface ApplicationContext extends CommandContext {
  readonly process: StricliProcess;
  readonly context: Context;
}

type GlobalFlags = { readonly json: boolean; readonly registry?: string };

const globalFlags = {
  json: { kind: 'boolean', brief: 'Print JSON', default: false, withNegated: false },
  registry: {
    kind: 'parsed',
    parse: String,
    optional: true,
    placeholder: 'url',
    brief: 'The registry to call, instead of PATCHBAY_URL or the last login',
  },
} as const;

const toStricliCommand = (path: readonly string[], command: Command): StricliCommand<ApplicationContext> =>
  buildCommand<GlobalFlags, readonly unknown[], ApplicationContext>({
    docs: {
      brief: command.brief,
      ...(command.description !== undefined && {
        fullDescription: `${command.brief}.\n${command.description}`,
      }),
    },
    parameters: {
      ...command.parameters,
      flags: { ...command.parameters.flags, ...globalFlags },
    } as TypedCommandParameters<GlobalFlags, readonly unknown[], ApplicationContext>,
    async func({ json: isJson, registry, ...flags }, ...args) {
      this.process.exitCode = await perform(this.context, path, command, { isJson, registry }, flags, args);
    },
  });

/** Runs a command and writes what it has to say. Returns the exit code. */
const perform = async (
  context: Context,
  path: readonly string[],
  command: Command,
  settings: { readonly isJson: boolean; readonly registry: string | undefined },
  flags: Readonly<Record<string, unknown>>,
  args: readonly unknown[],
): Promise<number> => {
  const reporter = makeReporter(context, path, settings.isJson);
  try {
    const data = await command.run(makeCall(context, settings, reporter), flags, ...args);
    const isOk = command.isOk?.(data) ?? true;
    const text = settings.isJson ? '' : command.text(printable(data), inkFor(context, context.stdout));
    reporter.result(data, text, isOk);
    return isOk ? exitCodes.ok : exitCodes[command.exit?.(data) ?? 'failed'];
  } catch (thrown) {
    const error = await withTokenSource(toCliError(thrown), context, settings.registry);
    reporter.failure(error);
    return exitCodes[errors[error.code].exit];
  }
};

const ofToken: ReadonlySet<string> = new Set(['unauthenticated', 'invalid_personal_access_token']);

/** Says of a token that is refused where it came from. */
const withTokenSource = async (
  refusal: CliError,
  context: Context,
  registryFlag: string | undefined,
): Promise<CliError> => {
  if (!ofToken.has(refusal.code)) return refusal;
  const { message, code, next = '', details, requestId } = refusal;
  const registry = await readRegistryUrl(context, registryFlag);
  const source = await describeCredential(context, registry);
  return source === undefined
    ? refusal
    : new CliError(code, message, { next: `${source} ${next}`.trim(), details, requestId, cause: refusal });
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

/** `--dryRun` as a person types it. */
const flagName = (name: string): string =>
  `--${name.replace(/^-+/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

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
    ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, exception }) =>
      `${name} ${exception instanceof Error ? exception.message : 'is invalid'}`.replace(/\.?$/, '.'),
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
        noCommandRegisteredForInput: ({ input, corrections }) =>
          `There is no command "${input}".${didYouMean(corrections)}`,
      },
    },
  },
  {
    help: help({ brief: 'Print this help', defaultForRouteMap: true, formatting }),
    version: version({ brief: 'Print the version', info: { currentVersion: manifest.version } }),
  },
);
