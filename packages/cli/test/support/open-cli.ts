import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { commands } from '../../src/commands/index.ts';
import type { Context, Output } from '../../src/context.ts';
import { findCommand } from '../../src/find-command.ts';
import { schemaOf } from '../../src/output/schema-of.ts';
import { schemas } from '../../src/output/schemas.ts';
import type { Prompts } from '../../src/prompts/prompts.ts';
import { run } from '../../src/run.ts';
import { temporaryFolder } from '../../../server/test/support/temporary-folder.ts';
import { scriptPrompts } from './script-prompts.ts';

/** What a run wrote, and what it ended with. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface JsonOutcome extends Outcome {
  /** The last line. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what a reader of the lines would see, untyped
  readonly result: any;
  /** The lines before it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly events: any[];
}

export interface RunOptions {
  /** Beside those of the command line. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The answers of somebody at the terminal, in order. Each is matched with the question that holds its key. */
  readonly answers?: readonly (readonly [question: string, answer: string | boolean])[];
  readonly context?: Partial<Context>;
  /** How wide the terminal is. */
  readonly columns?: number;
}

/** The command line in this process, with settings, a home and a working folder of its own. */
export interface Cli {
  readonly home: string;
  readonly cwd: string;
  /** Without a terminal. */
  run(args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** At a terminal without colours. */
  inTerminal(args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** With --json. Every line is checked against the schema of the command. */
  json(args: readonly string[], options?: RunOptions): Promise<JsonOutcome>;
}

/** Settings: the registry, and a token if the runs are signed in with it. */
export const openCli = async (
  test: Parameters<typeof temporaryFolder>[0],
  { url, token }: { readonly url: string; readonly token?: string | undefined },
): Promise<Cli> => {
  const folder = await temporaryFolder(test);
  const [home, cwd] = [join(folder, 'home'), join(folder, 'desk')];
  await Promise.all([mkdir(home), mkdir(cwd)]);
  const env = {
    PATCHBAY_URL: url,
    PATCHBAY_RETRY_SECONDS: '1',
    NO_COLOR: '1',
    ...(token !== undefined && { PATCHBAY_TOKEN: token }),
  };

  const start = async (
    args: readonly string[],
    isTerminal: boolean,
    options: RunOptions = {},
  ): Promise<Outcome> => {
    const [stdout, stderr] = [recorder(isTerminal, options.columns), recorder(isTerminal)];
    const { prompts, assertAllAsked } = scriptPrompts(options.answers ?? []);
    const code = await run({
      argv: args,
      env: { ...env, ...options.env },
      platform: 'linux',
      home,
      cwd,
      stdin: inputOf(options.stdin ?? ''),
      stdout: stdout.output,
      stderr: stderr.output,
      isInteractive: isTerminal,
      fetch: (input, init) => fetch(input, init),
      now: () => new Date(),
      pause: async () => {},
      prompts: async (): Promise<Prompts> => prompts,
      openBrowser: () => false,
      ...options.context,
    });
    assertAllAsked();
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  };

  return {
    home,
    cwd,
    run: (args, options) => start(args, false, options),
    inTerminal: (args, options) => start(args, true, options),
    async json(args, options) {
      const outcome = await start([...args, '--json'], false, options);
      const lines = outcome.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string });
      const { path, entry } = findCommand(commands, args);
      assert.ok('run' in entry, `there is no command ${args.join(' ')}`);
      const schema = schemaOf(path, entry, schemas);
      for (const line of lines) {
        assert.ok(
          Value.Check(schema, line),
          `${JSON.stringify(line)} is not by the schema: ${JSON.stringify(Value.Errors(schema, line), null, 1)}`,
        );
      }
      const result = lines.at(-1);
      assert.equal(result?.type, 'result', 'the last line is the result');
      assert.equal(outcome.stderr, '', 'with --json, everything is on standard output');
      return { ...outcome, result, events: lines.slice(0, -1) };
    },
  };
};

const recorder = (isTerminal: boolean, columns?: number): { output: Output; text: () => string } => {
  let text = '';
  const write = (more: string): unknown => (text += more);
  const send = async (bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of bytes) write(Buffer.from(chunk).toString('latin1'));
  };
  return { output: { isTerminal, columns, write, send }, text: () => text };
};

const inputOf = async function* (text: string): AsyncGenerator<string> {
  if (text !== '') yield text;
};
