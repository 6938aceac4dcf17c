import type {
  BaseArgs,
  BaseFlags,
  buildCommand,
  CommandContext as StricliContext,
  TypedCommandParameters,
} from '@stricli/core';
import type { ServerParts } from '../server.ts';

interface Output {
  write(text: string): unknown;
}

/** The world outside, as the commands see it. Tests hand in their own. */
export interface CommandContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean };
  /** For results. */
  readonly stdout: Output;
  /** For progress and errors. */
  readonly stderr: Output;
  /** Parts that a test hands in for the server that a command starts. */
  readonly parts?: Partial<ServerParts>;
}

/** A flag without a value. */
export const isSet = (brief: string) =>
  ({ kind: 'boolean', brief, default: false, withNegated: false }) as const;

/** A flag with a text. */
export const text = (placeholder: string, brief: string) =>
  ({ kind: 'parsed', parse: String, placeholder, brief }) as const;

/** A flag with a text that may be left out. */
export const optionalText = (placeholder: string, brief: string) =>
  ({ ...text(placeholder, brief), optional: true }) as const;

/** The only argument of a command. */
export const oneArgument = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [{ parse: String, placeholder, brief }] }) as const;

interface Definition<Flags extends BaseFlags, Args extends BaseArgs> {
  /** What it does, in the imperative and without a full stop. */
  readonly brief: string;
  /** What an operator must know besides. */
  readonly description?: string;
  readonly parameters: NoInfer<TypedCommandParameters<Flags, Args, StricliContext>>;
  /** What the process ends with if the command cannot run; 1 by default. */
  readonly failureCode?: number;
  /** Imports what does the work, which takes time: `--help` must not wait for it. */
  readonly load: () => Promise<{
    /** Does it. Resolves to whether the outcome is good; otherwise the process ends with 1. */
    readonly run: (context: CommandContext, flags: Flags, ...args: Args) => Promise<boolean>;
  }>;
}

/** A command as data, without the types of its own. */
export interface Command {
  readonly brief: string;
  readonly description?: string;
  readonly parameters: ReturnType<typeof buildCommand>['parameters'];
  readonly failureCode?: number;
  readonly load: () => Promise<{
    readonly run: (context: CommandContext, flags: BaseFlags, ...args: BaseArgs) => Promise<boolean>;
  }>;
}

/** Commands under a common word. */
export interface CommandGroup {
  readonly brief: string;
  readonly commands: Readonly<Record<string, Command | CommandGroup>>;
}

/** Declares a command; its name and place are in `index.ts`. */
export const command = <
  const Flags extends Readonly<Partial<Record<keyof Flags, unknown>>>,
  const Args extends BaseArgs = [],
>(
  definition: Definition<Flags, Args>,
): Command => definition as unknown as Command;

interface Flag {
  readonly kind: string;
  readonly placeholder?: string;
  readonly optional?: boolean;
  readonly default?: unknown;
}

/** How a command is written after its name: `<folder> [--keep <number>] [--verify]`. */
export const usageOf = ({ parameters: { flags = {}, positional } }: Command): string =>
  [
    ...(positional?.kind === 'tuple' ? positional.parameters : []).map(
      ({ placeholder = 'argument' }) => `<${placeholder}>`,
    ),
    ...Object.entries(flags as Readonly<Record<string, Flag>>).map(usageOfFlag),
  ].join(' ');

const usageOfFlag = ([name, flag]: [string, Flag]): string => {
  const written = `--${kebab(name)}${flag.kind === 'boolean' ? '' : ` <${flag.placeholder ?? 'value'}>`}`;
  return flag.optional === true || flag.default !== undefined ? `[${written}]` : written;
};

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
