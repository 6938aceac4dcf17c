import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay remove', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const node of ['one', 'two', 'three']) await publishActive(server, ada, node, '1.0.0');
  const openWith = async (t: Parameters<typeof openCli>[0]) => {
    const cli = await openCli(t, server);
    await cli.json(['install', 'one', 'two', 'three']);
    return cli;
  };
  const nodesIn = async (folder: string) =>
    (await readdir(folder)).filter((name) => !['patchbay.lock', '.patchbay.disabled'].includes(name)).sort();

  test('--json: the named nodes, with their folders', async (t) => {
    const cli = await openWith(t);
    const { code, result } = await cli.json(['remove', 'Two', 'one']);
    assert.equal(code, 0);
    assert.deepEqual(result.data.removed, [
      { node: 'two', version: '1.0.0' },
      { node: 'one', version: '1.0.0' },
    ]);
    assert.deepEqual(await nodesIn(cli.cwd), ['three']);
    assert.equal((await cli.json(['verify'])).result.data.nodes.length, 1);
  });

  test('in a terminal: a line for each node', async (t) => {
    const cli = await openWith(t);
    const { stdout } = await cli.inTerminal(['remove', 'one']);
    assert.equal(stdout, 'removed one 1.0.0\n');
  });

  test('5: a node with files of somebody else, and then none, unless --force', async (t) => {
    const cli = await openWith(t);
    await writeFile(join(cli.cwd, 'two', 'model.bin'), 'weights');
    const { code, result } = await cli.json(['remove', 'one', 'two']);
    assert.deepEqual([code, result.error.code], [5, 'locally_changed']);
    assert.match(result.error.message, /two .* model\.bin/);
    assert.deepEqual(await nodesIn(cli.cwd), ['one', 'three', 'two']);
    assert.equal((await cli.json(['remove', 'one', 'two', '--force'])).code, 0);
    assert.deepEqual(await nodesIn(cli.cwd), ['three']);
  });

  test('4: a folder that patchbay did not install, and then none', async (t) => {
    const cli = await openWith(t);
    await mkdir(join(cli.cwd, 'mine'));
    const { code, result } = await cli.json(['remove', 'one', 'mine']);
    assert.deepEqual([code, result.error.code], [4, 'not_installed']);
    assert.deepEqual(await nodesIn(cli.cwd), ['mine', 'one', 'three', 'two']);
  });

  test('2: no node is named', async (t) => {
    const { code } = await (await openCli(t, server)).json(['remove']);
    assert.equal(code, 2);
  });
});
