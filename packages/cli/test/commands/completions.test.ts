import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { openCli } from '../support/open-cli.ts';
import { cliEntry } from '../support/start-process.ts';

suite('patchbay completions', async () => {
  const cli = await openCli({ after }, { url: 'http://127.0.0.1:1' });

  test('--json: the script', async () => {
    const { code, result } = await cli.json(['completions']);
    assert.equal(code, 0);
    assert.match(result.data.script, /complete .*patchbay/);
  });

  test('in a terminal: bash completes with the script', async () => {
    const { code, stdout } = await cli.inTerminal(['completions']);
    assert.equal(code, 0);
    const program = join(cli.cwd, 'patchbay');
    await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${cliEntry}' "$@"\n`);
    await chmod(program, 0o755);
    const typed = (words: string) =>
      `COMP_WORDS=(${words}); COMP_CWORD=$((${'${#COMP_WORDS[@]}'} - 1)); _patchbay; printf '%s\\n' "${'${COMPREPLY[@]}'}"`;
    const script = [stdout, typed('patchbay publisher ""'), typed('patchbay members add --role o')].join(
      '\n',
    );
    const bash = await promisify(execFile)('bash', ['-euc', script], {
      env: { PATH: `${cli.cwd}:${process.env['PATH']}` },
    });
    assert.equal(bash.stdout, 'create\nlist\nshow\nowner\n');
  });
});
