import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { suite, test } from 'node:test';
import { getHealth, createClient } from '@patchbay/client';
import type { Command, CommandGroup } from '../../src/commands/command.ts';
import { completeLine } from '../../src/commands/complete-line.ts';
import { commands } from '../../src/commands/index.ts';
import { commandsPage } from '../../scripts/commands-page.ts';
import { inRepository, readDoc } from '../docs/repository.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const flatten = (path: readonly string[], entry: Command | CommandGroup): [string[], Command][] =>
  'commands' in entry
    ? Object.entries(entry.commands).flatMap(([name, one]) => flatten([...path, name], one))
    : [[[...path], entry]];

const all = flatten([], commands);

suite('patchbay-server', () => {
  test('has a page of docs that is fresh', () => {
    assert.equal(readDoc('docs/commands.md'), commandsPage(), 'run npm run generate');
  });

  test('has an npm script for each command', () => {
    const { scripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const entry = 'node packages/server/bin/patchbay-server.js';
    for (const name of Object.keys(commands.commands)) {
      if (name === 'serve') assert.equal(scripts['start'], `exec ${entry} serve`);
      else assert.equal(scripts[name], `${entry} ${name}`);
    }
  });

  test('prints and completes what is declared, for every command', async () => {
    for (const [path, { brief, parameters }] of all) {
      const help = await runCommandHere([...path, '--help'], {});
      assert.deepEqual([help.code, help.stderr], [0, '']);
      assert.ok(help.stdout.includes(brief), path.join(' '));
      const flags = Object.keys(parameters.flags ?? {}).map(
        (name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      );
      const completed = await completeLine(`patchbay-server ${path.join(' ')} --`);
      for (const flag of flags) {
        assert.ok(help.stdout.includes(flag), flag);
        assert.ok(completed.includes(flag), flag);
      }
      const line = ['patchbay-server', ...path].join(' ');
      assert.ok((await completeLine(line)).includes(path.at(-1) ?? ''), line);
    }
  });

  test('says in one line what is wrong with the arguments, and repeats no value', async () => {
    const secret = 'hunter2';
    for (const [argv, code, sentence] of [
      [[secret], 1, /^patchbay: There is no such command\. Usage: patchbay-server --help$/],
      [['constructor'], 1, /^patchbay: There is no such command\./],
      [['migrate', secret], 1, /^patchbay: It takes options only\. Usage: npm run migrate$/],
      [
        ['backup', 'here', secret],
        1,
        /^patchbay: There are too many arguments\. Usage: npm run backup -- <folder>/,
      ],
      [['backup', 'here', '--keep'], 1, /^patchbay: --keep needs a value\./],
      [['backup', 'here', '--keep', secret], 1, /^patchbay: keep must be a number from 1 to 999999\./],
      [['backup', 'here', '--keep', '1', '--keep', '2'], 1, /^patchbay: --keep is given twice\./],
      [['doctor', `--fix=${secret}`], 2, /^patchbay: fix is invalid\. Usage: npm run doctor --/],
      [['doctor', '-x'], 2, /^patchbay: Unknown option -x\./],
      [
        ['admin', 'create', '--email'],
        1,
        /--email needs a value\. Usage: npm run admin -- create --email <address>/,
      ],
    ] as const) {
      const result = await runCommandHere(argv, {});
      assert.deepEqual([result.code, result.stdout], [code, '']);
      assert.match(result.stderr.trimEnd(), sentence);
      assert.ok(!result.stderr.includes(secret), result.stderr);
    }
  });

  test('serve runs a registry in several processes until a signal ends it', async (t) => {
    const entry = inRepository('packages/server/dist/patchbay-server.js');
    const server = spawn(process.execPath, [entry, 'serve'], {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        WORKERS: '2',
        DATA_DIR: await temporaryFolder(t),
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => server.kill('SIGKILL'));
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const url = /listens on (\S+),/.exec(line)?.[1] ?? '';
    assert.equal((await getHealth(createClient({ url }))).status, 'ok');
    server.kill('SIGTERM');
    assert.deepEqual(await once(server, 'exit'), [0, null]);
  });
});
