import { type Connection, type SignedIn, connect, connectSignedIn } from './connect.ts';
import type { Context } from './context.ts';
import { CliError } from './errors.ts';
import { printable } from './output/printable.ts';
import type { Reporter } from './output/reporter.ts';
import type { Prompts } from './prompts/prompts.ts';

/** The same questions, whose texts are safe to show: some name what a registry sent. */
const printablePrompts = (prompts: Prompts): Prompts => ({
  text: (message, options) => prompts.text(printable(message), options),
  secret: (message) => prompts.secret(printable(message)),
  confirm: (message, options) => prompts.confirm(printable(message), options),
  select: (message, options) =>
    prompts.select(
      printable(message),
      options.map(({ value, label }) => ({ value, label: printable(label) })),
    ),
});

/** One run of a command. */
export interface Call {
  readonly context: Context;
  /** The value of --registry. */
  readonly registryFlag: string | undefined;
  /** Whether standard output is lines of JSON. */
  readonly isJson: boolean;
  /** Whether questions can be asked. With --json there is nobody to answer them. */
  readonly isInteractive: boolean;
  /** The registry, with the token if there is one. */
  connect(): Promise<Connection>;
  /** As `connect`, and throws if there is no token. */
  connectSignedIn(): Promise<SignedIn>;
  /** Reports progress: a line of NDJSON with --json, else `line` for people. */
  event: Reporter['event'];
  /** Asks somebody. Throws if nobody can be asked, and names the flag that answers instead. */
  ask<Answer>(flag: string, question: (prompts: Prompts) => Promise<Answer>): Promise<Answer>;
}

export const makeCall = (
  context: Context,
  { registry, json: isJson }: { readonly registry: string | undefined; readonly json: boolean },
  { event }: Reporter,
): Call => {
  const isInteractive = context.isInteractive && !isJson;
  return {
    context,
    registryFlag: registry,
    isJson,
    isInteractive,
    connect: () => connect(context, registry),
    connectSignedIn: () => connectSignedIn(context, registry),
    event,
    async ask(flag, question) {
      if (!isInteractive) {
        const why = isJson ? 'nobody is asked with --json' : 'there is no terminal to ask in';
        throw new CliError('missing_answer', `${flag} is missing, and ${why}.`, { next: `Give ${flag}.` });
      }
      return question(printablePrompts(await context.prompts()));
    },
  };
};
