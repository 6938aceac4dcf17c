import type {
  BaseArgs,
  BaseFlags,
  CommandContext,
  TypedCommandParameters,
  buildCommand,
} from '@stricli/core';
import type { Static, TSchema } from 'typebox';
import type { Call } from './call.ts';
import type { Exit } from './errors.ts';
import type { Ink } from './output/ink.ts';
import type { Schemas } from './output/schemas.ts';

/** As the client's types: nobody changes what a registry sent. */
export type Fixed<Value> = Value extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Fixed<Value[Key]> }
    : Value;

interface Definition<Flags extends BaseFlags, Args extends BaseArgs, Data extends TSchema> {
  /** What it does, in the imperative and without a full stop. */
  readonly brief: string;
  /** What its users must know besides. */
  readonly description?: string;
  /** What `run` returns, and what --json prints. Called only where a schema is needed: the contract takes time to load. */
  readonly data: (schemas: Schemas) => Data;
  /** The data of its events, by type. */
  readonly events?: (schemas: Schemas) => Readonly<Record<string, TSchema>>;
  readonly parameters: NoInfer<TypedCommandParameters<Flags, Args, CommandContext>>;
  /** Does it. Its parameters are annotated, because the types of flags and arguments follow from them. What takes time to load is imported here, so that --help does not wait for it. */
  readonly run: (call: Call, flags: Flags, ...args: Args) => Promise<Fixed<Static<Data>>>;
  /** The data for people, without a line feed at its end. Its texts are safe to show. */
  readonly text: (data: NoInfer<Fixed<Static<Data>>>, ink: Ink, flags: NoInfer<Flags>) => string;
  /** False if the command did its work and the outcome is bad; the process then ends with 1, or as `exit` says. */
  readonly isOk?: (data: NoInfer<Fixed<Static<Data>>>) => boolean;
  readonly exit?: (data: NoInfer<Fixed<Static<Data>>>) => Exit;
}

/** The parameters of any command. */
type CommandParameters = ReturnType<typeof buildCommand>['parameters'];

/** A command as data, without the types of its own. */
export interface Command {
  readonly brief: string;
  readonly description?: string;
  readonly data: (schemas: Schemas) => TSchema;
  readonly events?: (schemas: Schemas) => Readonly<Record<string, TSchema>>;
  readonly parameters: CommandParameters;
  readonly run: (call: Call, flags: BaseFlags, ...args: BaseArgs) => Promise<unknown>;
  readonly text: (data: unknown, ink: Ink, flags: BaseFlags) => string;
  readonly isOk?: (data: unknown) => boolean;
  readonly exit?: (data: unknown) => Exit;
}

/** Commands under a common word. */
export interface Group {
  readonly brief: string;
  readonly commands: Readonly<Record<string, Command | Group>>;
}

/** Declares a command; its name and place are in `commands/index.ts`. */
export const command = <
  Data extends TSchema,
  const Flags extends Readonly<Partial<Record<keyof Flags, unknown>>> = object,
  const Args extends BaseArgs = [],
>(
  definition: Definition<Flags, Args, Data>,
): Command => definition as unknown as Command;
