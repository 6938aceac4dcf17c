import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { commandLinePage } from '../scripts/command-line-page.ts';
import { helpTexts } from '../scripts/help-texts.ts';
import { commands } from '../src/commands/index.ts';
import { errors } from '../src/errors.ts';
import { findCommand } from '../src/find-command.ts';
import { openCli } from './support/open-cli.ts';
import { walkCommands } from './support/walk-commands.ts';

const cli = join(import.meta.dirname, '..');
const root = join(cli, '../..');
const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');

const all = walkCommands(commands);

suite('all commands', () => {
  test('each has a test of its name, at a terminal and with --json', () => {
    const untested = all.flatMap(([path]) => {
      const file = `${join(import.meta.dirname, 'commands', ...path)}.test.ts`;
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return ['suite(', '.json(', '.inTerminal(', `'${path.join("', '")}'`]
        .filter((part) => !text.includes(part))
        .map((part) => `${file} does not hold ${part}`);
    });
    assert.deepEqual(untested, []);
  });

  test('docs/command-line.md is fresh; run `npm run generate`', () => {
    assert.equal(page, commandLinePage());
  });

  test('the help, the page and the completions are of the same commands and flags', async (t) => {
    const program = await openCli(t, { url: 'http://127.0.0.1:1' });
    const proposed = async (...words: string[]): Promise<string[]> =>
      (await program.run(['__complete', ...words])).stdout.trimEnd().split('\n');
    const documented = helpTexts();
    assert.equal(documented.size, all.length);
    for (const [path] of all) {
      const name = ['patchbay', ...path].join(' ');
      const { code, stdout } = await program.run([...path, '--help']);
      assert.equal(code, 0, name);
      assert.equal(stdout, documented.get(name), name);
      assert.ok(page.includes(`### ${name}\n\n\`\`\`text\n${stdout.trimEnd()}\n\`\`\``), name);
      const last = path.at(-1) ?? '';
      assert.ok((await proposed(...path.slice(0, -1), last.slice(0, 1))).includes(last), name);
      const shown = [...stdout.matchAll(/^ +(?:-\w )? *\[?(--[\w-]+)/gm)].map(([, flag = '']) => flag);
      const flags = (await proposed(...path, '--')).filter((flag) => flag !== '--');
      assert.deepEqual(flags.toSorted(), shown.filter((flag) => flag !== '--help').toSorted(), name);
      for (const flag of ['--json', '--registry']) assert.ok(flags.includes(flag), name);
      assert.ok(!flags.includes('--token'), `${name} takes a token, which others could read`);
    }
  });

  test('every command that a page or an error names is there', () => {
    const pages = globSync(['*.md', 'docs/*.md', 'packages/*/README.md'], { cwd: root });
    const texts = [
      ...pages.map((name) => readFileSync(join(root, name), 'utf8')),
      ...Object.values(errors).map(({ next = '' }) => next),
      ...globSync('src/**/*.ts', { cwd: cli }).map((name) => readFileSync(join(cli, name), 'utf8')),
    ];
    const named = texts.flatMap((text) =>
      [...text.matchAll(/(?:`|^|run )patchbay((?: [a-z]+)+)/gm)].map(([, words = '']) => words.trim()),
    );
    assert.ok(named.length > 30);
    const missing = named.filter((text) => {
      const words = text.split(' ');
      const { path, entry } = findCommand(commands, words);
      // What follows a command are its arguments; what follows a group has to be a command.
      return path.length === 0 || (!('run' in entry) && path.length < words.length);
    });
    assert.deepEqual(missing, []);
  });

  test('each brief is one sentence without its full stop', () => {
    for (const [path, { brief }] of all) assert.match(brief, /^[A-Z][^\n]*[^.]$/, path.join(' '));
  });
});
