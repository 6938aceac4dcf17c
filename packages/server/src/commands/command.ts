import type {
  BaseArgs,
  BaseFlags,
  CommandContext as StricliContext,
  TypedCommandParameters,
  buildCommand,
} from '@stricli/core';
import type { CommandContext } from './command-context.ts';

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
