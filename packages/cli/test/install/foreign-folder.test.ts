import assert from 'node:assert/strict';
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { filesIn } from '../support/files-in.ts';
import { type Cli, openCli } from '../support/open-cli.ts';

const work = '.patchbay.disabled';

suite('a folder that came with the files of a stranger', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'node', '1.0.0');

  /** A folder to install into, beside one whose files nobody wants to lose. */
  const open = async (t: Parameters<typeof openCli>[0]): Promise<Cli & { into: string; mine: string }> => {
    const cli = await openCli(t, server);
    const [into, mine] = [join(cli.cwd, 'into'), join(cli.cwd, 'mine')];
    await Promise.all([mkdir(into), mkdir(mine)]);
    await writeFile(join(mine, 'file'), 'mine');
    return { ...cli, into, mine };
  };
  const refused = async (cli: Cli & { into: string; mine: string }) => {
    const { into, mine } = cli;
    const { code, result } = await cli.json(['install', 'node', '--into', into]);
    assert.deepEqual(await filesIn(mine), { file: 'mine' });
    return [code, result.error?.code];
  };

  test('a link in place of the working folder: what it leads to is not cleared', async (t) => {
    const cli = await open(t);
    await symlink(cli.mine, join(cli.into, work));
    assert.deepEqual(await refused(cli), [5, 'folder_taken']);
  });

  test('a database in place of the lock: it is not opened, by a link neither', async (t) => {
    const cli = await open(t);
    await mkdir(join(cli.into, work));
    await symlink(join(cli.mine, 'file'), join(cli.into, work, 'held.db'));
    assert.deepEqual(await refused(cli), [5, 'folder_taken']);
    const other = await open(t);
    await mkdir(join(other.into, work));
    await writeFile(join(other.into, work, 'held.db'), 'SQLite format 3');
    assert.deepEqual(await refused(other), [5, 'folder_taken']);
  });

  test('links in place of temporary files: what they lead to is not written', async (t) => {
    const cli = await open(t);
    await mkdir(join(cli.into, work));
    for (const name of ['patchbay.lock.new', join(work, 'step.json.new')])
      await symlink(join(cli.mine, 'file'), join(cli.into, name));
    assert.deepEqual(await refused(cli), [0, undefined]);
    assert.ok((await lstat(join(cli.into, 'patchbay.lock'))).isFile());
  });

  test('a step that nobody took: it is refused, and says where it is', async (t) => {
    const digest = '0'.repeat(64);
    const node = { registry: server.url, version: '1.0.0', sha256: digest, bytes: 1 };
    const old = '00000000-0000-0000-0000-000000000002';
    const steps = [
      '{',
      'null',
      '7',
      '{}',
      JSON.stringify({ id: 'node', old: 7 }),
      JSON.stringify({ id: 'node', old, node: null }),
      JSON.stringify({ id: 'node', old, node: { ...node, files: 'a' } }),
      JSON.stringify({ id: 'node', old, node: { ...node, files: ['a'] } }),
      JSON.stringify({ id: 'node', old, node: { ...node, files: [['../file', digest]] } }),
    ];
    const cli = await open(t);
    await mkdir(join(cli.into, work));
    for (const step of steps) {
      await writeFile(join(cli.into, work, 'step.json'), step);
      assert.deepEqual(await refused(cli), [1, 'invalid_lock'], step);
    }
    const linked = await open(t);
    await mkdir(join(linked.into, work));
    await symlink('/dev/zero', join(linked.into, work, 'step.json'));
    assert.deepEqual(await refused(linked), [1, 'invalid_lock']);
  });

  test('a file where a folder should be: the error names it, and is no bug', async (t) => {
    const cli = await open(t);
    const { code, stderr } = await cli.run(['install', 'node', '--into', join(cli.mine, 'file')]);
    assert.equal(code, 1);
    assert.match(stderr, /^Error: The system refused "mkdir .*mine\/file.*": .*\nCheck the path/);
    assert.equal(await readFile(join(cli.mine, 'file'), 'utf8'), 'mine');
  });

  test('a folder that the system never makes: the command ends and names it', async (t) => {
    const cli = await open(t);
    const { code, stderr } = await cli.run(['install', 'node', '--into', '/proc/nowhere/nodes']);
    assert.equal(code, 1);
    assert.match(stderr, /^Error: The system refused "mkdir \/proc\/nowhere": .*\nCheck the path/);
  });
});
