import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, publishFiles } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay verify', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const node of ['one', 'two']) {
    await publishFiles(server, ada, node, '1.0.0', {
      '__init__.py': '',
      'a/b.py': 'B = 1\n',
      'c.py': 'C = 1\n',
    });
  }
  const openWith = async (t: Parameters<typeof openCli>[0]) => {
    const cli = await openCli(t, server);
    await cli.json(['install', 'one', 'two']);
    return cli;
  };

  test('0: whole, in a terminal; what Python compiles does not count', async (t) => {
    const cli = await openWith(t);
    await mkdir(join(cli.cwd, 'one', 'a', '__pycache__'));
    await writeFile(join(cli.cwd, 'one', 'a', '__pycache__', 'b.pyc'), '');
    const { code, stdout } = await cli.inTerminal(['verify']);
    assert.deepEqual([code, stdout], [0, 'ok one 1.0.0\nok two 1.0.0\n']);
  });

  test('1: what was changed, is missing and was added, by node', async (t) => {
    const cli = await openWith(t);
    const path = (name: string) => join(cli.cwd, 'one', name);
    await writeFile(path('c.py'), 'C = 2\n');
    await rm(path('a'), { recursive: true });
    await writeFile(path('new.py'), '');
    await rm(path('__init__.py'));
    await symlink('c.py', path('__init__.py'));
    const { code, result } = await cli.json(['verify']);
    assert.deepEqual([code, result.ok], [1, false]);
    assert.deepEqual(result.data.nodes, [
      {
        node: 'one',
        version: '1.0.0',
        changed: ['__init__.py', 'c.py'],
        missing: ['a/b.py'],
        added: ['new.py'],
      },
      { node: 'two', version: '1.0.0', changed: [], missing: [], added: [] },
    ]);
    const { stdout } = await cli.run(['verify', 'one']);
    assert.match(stdout, /^changed one 1\.0\.0\n {2}changed __init__\.py\n/);
    assert.equal((await cli.json(['verify', 'two'])).code, 0);
  });

  test('1: a lock file that is damaged, too new, or leads elsewhere', async (t) => {
    const cli = await openWith(t);
    const lock = join(cli.cwd, 'patchbay.lock');
    const text = await readFile(lock, 'utf8');
    const faults: [string, string][] = [
      ['{', '}}'],
      ['"lock": 1', '"lock": 2'],
      ['"a/b.py"', '"../b.py"'],
      ['"a/b.py"', '"/etc/passwd"'],
      ['"one"', '"../one"'],
      ['"one"', '"patchbay.lock"'],
      ['"sha256": "', '"sha256": "x'],
    ];
    for (const [part, fault] of faults) {
      await writeFile(lock, text.replace(part, fault));
      const { code, result } = await cli.json(['verify']);
      assert.deepEqual([code, result.error?.code], [1, 'invalid_lock'], fault);
    }
  });

  test('4: nothing is installed', async (t) => {
    const cli = await openCli(t, server);
    assert.equal((await cli.json(['verify'])).code, 4);
  });
});
