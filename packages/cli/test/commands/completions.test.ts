import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { openCli } from '../support/open-cli.ts';
import { cliEntry, follow } from '../support/start-process.ts';

const driver = join(import.meta.dirname, '../support/complete.bash');

suite('patchbay completions', async () => {
  const cli = await openCli({ after }, { url: 'http://127.0.0.1:1' });

  test('--json: the script', async () => {
    const { code, result } = await cli.json(['completions']);
    assert.equal(code, 0);
    assert.match(result.data.script, /complete .*patchbay/);
  });

  test('--json: for each shell a script in its words, which asks the program', async () => {
    for (const [shell, registers] of [
      ['zsh', /^compdef _patchbay patchbay$/m],
      ['fish', /^complete --command patchbay /m],
      ['powershell', /^Register-ArgumentCompleter -Native -CommandName patchbay /m],
    ] as const) {
      const { code, result } = await cli.json(['completions', shell]);
      assert.deepEqual([code, result.data.shell], [0, shell]);
      assert.match(result.data.script, registers);
      assert.match(result.data.script, /patchbay __complete /);
    }
  });

  test('in a terminal: bash completes with the script', async () => {
    const { code, stdout } = await cli.inTerminal(['completions']);
    assert.equal(code, 0);
    const [script, program] = [join(cli.cwd, 'completions.bash'), join(cli.cwd, 'patchbay')];
    await writeFile(script, stdout);
    await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${cliEntry}' "$@"\n`);
    await chmod(program, 0o755);
    const PATH = `${cli.cwd}:${process.env['PATH']}`;
    const bash = follow('bash', [driver, script], { cwd: cli.cwd, env: { PATH } });
    bash.child.stdin.end('patchbay publisher l\npatchbay members invite --role o\n');
    assert.deepEqual(await bash.ended, { code: 0, stdout: 'list\nowner\n', stderr: '' });
  });

  test('proposes shells, and the words of a command after `help`, `schema` and flags of every command', async () => {
    assert.match((await cli.run(['__complete'])).stdout, /^login\n/);
    for (const [words, proposed] of [
      [['completions', 'p'], 'powershell\n'],
      [['completions', 'z'], 'zsh\n'],
      [['help', 'outd'], 'outdated\n'],
      [['schema', 'publisher', 'l'], 'list\n'],
      [['schema', 'publisher', 'list', '--verb'], '--verbose\n'],
      [['--json', '--registry', 'https://registry.example', 'publisher', 'l'], 'list\n'],
      [['--quiet', 'help', 'outd'], 'outdated\n'],
      [['--registry', 'inst'], ''],
    ] as const) {
      const { code, stdout } = await cli.run(['__complete', ...words]);
      assert.deepEqual([code, stdout], [0, proposed], words.join(' '));
    }
  });
});
