import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { assertJourney } from '../../../server/test/support/assert-journey.ts';
import { approve, type DeviceCodes } from '../../../server/test/support/device.ts';
import { withFixedWords } from '../../../server/test/support/fixed-words.ts';
import type { TestServer } from '../../../server/test/support/start-server.ts';
import type { Context, Output } from '../../src/context.ts';
import type { Prompts } from '../../src/prompts/prompts.ts';
import { writeFiles } from './make-folder.ts';
import { openCli } from './open-cli.ts';
import { scriptPrompts } from './script-prompts.ts';

/** By which the people of all journeys know the registry. */
export const registry = 'https://registry.example.org';

interface Typing {
  /** What the command ends with. */
  code?: number;
  answers?: Parameters<typeof scriptPrompts>[0];
  /** Of the device that `patchbay login` is approved for. */
  approvedBy?: string;
}

/** Somebody at a terminal, in a folder of their own, who writes down what happens. */
export interface Journey {
  /** What they do or think before what comes next. */
  readonly say: (sentence: string) => void;
  /** Types a command: one of `patchbay`, `cat <file>`, `rm <file>` or `export <name>=<value>`. Returns what it printed. */
  readonly type: (line: string, typing?: Typing) => Promise<string>;
  /** Saves files, which no terminal shows. */
  readonly save: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** Saves a session of this user, which no terminal shows. */
  readonly signIn: (name: string) => Promise<void>;
  /** Compares what was written down with the page of this name. */
  readonly assertSame: (name: string, title: string) => void;
}

/** `others` are the addresses of other services, and where they are. */
export const openJourney = async (
  t: TestContext,
  server: TestServer,
  others: Readonly<Record<string, string>> = {},
): Promise<Journey> => {
  const cli = await openCli(t, { url: registry });
  const env: Record<string, string> = { PATCHBAY_URL: '' };
  const parts: string[] = [];
  let shown = '';
  const endBlock = (): void => {
    if (shown !== '') parts.push(`\`\`\`text\n${shown.trimEnd()}\n\`\`\`\n`);
    shown = '';
  };

  const places = Object.entries({ [registry]: server.url, ...others });
  let codes: DeviceCodes | undefined;
  const fetchThere: typeof fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const [from, to] = places.find(([known]) => address.startsWith(known)) ?? [];
    // Nothing else is to answer, whatever runs on this machine.
    if (from === undefined || to === undefined) throw new TypeError('fetch failed');
    const response = await fetch(address.replace(from, to), init);
    if (!(response.headers.get('content-type') ?? '').includes('json')) return response;
    const text = (await response.text()).replaceAll(to, from);
    if (address.endsWith('/auth/device/code')) codes = JSON.parse(text) as DeviceCodes;
    const { status, headers } = response;
    return new Response(status === 304 ? null : text, { status, headers });
  };

  const runPatchbay = async (
    args: readonly string[],
    ofCommand: Readonly<Record<string, string>>,
    { code = 0, answers = [], approvedBy }: Typing,
  ): Promise<string> => {
    let screen = '';
    const output: Output = {
      isTerminal: true,
      columns: 100,
      write: (text) => (screen += text),
      send: () => assert.fail('no journey ends in a pipe'),
    };
    const { prompts, assertAllAsked } = scriptPrompts(answers);
    const context: Partial<Context> = {
      stdout: output,
      stderr: output,
      fetch: fetchThere,
      prompts: async () => showing(prompts, output),
      pause: async () => {
        if (approvedBy !== undefined && codes !== undefined) await approve(server, codes, approvedBy);
      },
    };
    const ended = await cli.inTerminal(args, { env: { ...env, ...ofCommand }, context });
    assertAllAsked();
    assert.equal(ended.code, code, `patchbay ${args.join(' ')} ended with ${ended.code}:\n${screen}`);
    return onScreen(screen);
  };

  const run = async (line: string, typing: Typing): Promise<string> => {
    const [variables, [program = '', ...args]] = wordsOf(line);
    switch (program) {
      case 'patchbay':
        return runPatchbay(args, variables, typing);
      case 'cat':
        return readFile(join(cli.cwd, args[0] ?? ''), 'utf8');
      case 'rm':
        await rm(join(cli.cwd, args[0] ?? ''));
        return '';
      default: {
        const [, name, value] = /^(\w+)=(.*)$/.exec(args[0] ?? '') ?? [];
        assert.ok(program === 'export' && name !== undefined && value !== undefined, line);
        env[name] = value;
        return '';
      }
    }
  };

  return {
    say(sentence) {
      endBlock();
      parts.push(`${sentence}\n`);
    },
    async type(line, typing = {}) {
      // What happens at one moment has no order.
      server.clock.advance(1_000);
      const printed = await run(line, typing);
      shown += `$ ${line}\n${printed}${printed === '' || printed.endsWith('\n') ? '' : '\n'}`;
      return printed;
    },
    save: (files) => writeFiles(cli.cwd, files),
    async signIn(name) {
      const { bearer } = await server.user(name);
      const options = { stdin: `${bearer}\n`, context: { fetch: fetchThere } };
      const { code, stderr } = await cli.run(['login', '--token-stdin'], options);
      assert.equal(code, 0, stderr);
    },
    assertSame(name, title) {
      endBlock();
      const text = [`# ${title}\n`, ...parts].join('\n');
      const words = { [cli.cwd]: '~/desk', [cli.home]: '~', ...Object.fromEntries(places.map(toWord)) };
      assertJourney(t, name, withFixedWords(text, words));
    },
  };
};

const toWord = ([known, url]: readonly [string, string]): [string, string] => [url, known];

/** The variables before a command, and its words; those in quotes are one. */
const wordsOf = (line: string): [Record<string, string>, string[]] => {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const variables = words.slice(0, first).map((word) => word.split(/=(.*)/s, 2) as [string, string]);
  return [Object.fromEntries(variables), words.slice(first)];
};

/** What is left on the screen of lines that were cleared. */
const onScreen = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split('\r\u001b[K').at(-1))
    .join('\n');

/** Writes questions and answers as they stay on the screen. */
const showing = (prompts: Prompts, output: Output): Prompts => {
  const show = (message: string, answer: string): void =>
    void output.write(`│\n◇  ${message}\n│  ${answer}\n`);
  return {
    async text(message, options) {
      const answer = await prompts.text(message, options);
      assert.equal(options?.check?.(answer), undefined, `"${answer}" is no answer to "${message}"`);
      show(message, answer);
      return answer;
    },
    async secret(message) {
      const answer = await prompts.secret(message);
      show(message, '▪'.repeat(8));
      return answer;
    },
    async confirm(message, options) {
      const answer = await prompts.confirm(message, options);
      show(message, answer ? 'Yes' : 'No');
      return answer;
    },
    async select(message, options) {
      const answer = await prompts.select(message, options);
      show(message, options.find(({ value }) => value === answer)?.label ?? answer);
      return answer;
    },
  };
};
