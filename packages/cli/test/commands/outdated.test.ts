import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay outdated', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  for (const node of ['old', 'ranged', 'banned']) await publishActive(server, ada, node, '1.0.0');
  const cli = await openCli({ after }, server);
  await cli.json(['install', 'old', 'ranged@^1.0', 'banned']);

  test('0: all current', async (t) => {
    await publishActive(server, ada, 'current', '1.0.0');
    const elsewhere = await openCli(t, server);
    await elsewhere.json(['install', 'current']);
    const { code, result } = await elsewhere.json(['outdated']);
    assert.equal(code, 0);
    assert.deepEqual(result.data.nodes, [
      { node: 'current', installed: '1.0.0', wanted: '1.0.0', latest: '1.0.0', status: 'current' },
    ]);
  });

  test('1: newer versions, and a version that is banned', async () => {
    await publishActive(server, ada, 'old', '1.1.0');
    for (const version of ['1.2.0', '2.0.0']) await publishActive(server, ada, 'ranged', version);
    await moderator.put('/admin/nodes/banned/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Looked at.',
    });
    const { code, result } = await cli.json(['outdated']);
    assert.deepEqual([code, result.ok], [1, false]);
    assert.deepEqual(result.data.nodes, [
      { node: 'banned', installed: '1.0.0', status: 'withdrawn', message: 'The version is banned.' },
      { node: 'old', installed: '1.0.0', wanted: '1.1.0', latest: '1.1.0', status: 'outdated' },
      { node: 'ranged', installed: '1.0.0', wanted: '1.2.0', latest: '2.0.0', status: 'outdated' },
    ]);
    const { stdout } = await cli.inTerminal(['outdated']);
    assert.match(stdout, /^Node +Installed +Wanted +Latest\n/);
    assert.match(stdout, /\nold +1\.0\.0 +1\.1\.0 +1\.1\.0 +outdated\n/);
    assert.match(stdout, /\nranged +1\.0\.0 +1\.2\.0 +2\.0\.0 +outdated\n/);
    assert.match(stdout, /\nThe exit code is 1 because 3 of 3 nodes are not current\.\n$/);
  });

  test('1: a deprecated version, one that is pinned, and none for a version above the latest', async (t) => {
    for (const node of ['advised', 'pinned', 'ahead'])
      for (const version of ['1.0.0', '1.1.0']) await publishActive(server, ada, node, version);
    await publishActive(server, ada, 'ahead', '2.0.0-rc.1');
    const other = await openCli(t, server);
    await other.json(['install', 'advised', 'pinned@1.0.0', 'ahead@2.0.0-rc.1']);
    const owner = await openCli(t, { url: server.url, token: ada.token });
    assert.equal((await owner.json(['deprecate', 'advised@1.1.0'])).code, 0);
    const { code, result } = await other.json(['outdated']);
    assert.equal(code, 1);
    assert.deepEqual(
      result.data.nodes.map((one: Record<string, string>) => [one['node'], one['wanted'], one['status']]),
      [
        ['advised', '1.0.0', 'deprecated'],
        ['ahead', '2.0.0-rc.1', 'current'],
        ['pinned', '1.0.0', 'outdated'],
      ],
    );
    const { stdout } = await other.inTerminal(['outdated']);
    assert.match(
      stdout,
      /advised .*deprecated: its publisher advises against it\. Run `patchbay update` to replace it\.$/m,
    );
    assert.match(
      stdout,
      /pinned .*outdated: 1\.0\.0 was asked for\. Run `patchbay update --latest` to replace it\.$/m,
    );
    const updated = await other.inTerminal(['update', 'pinned', 'advised']);
    assert.match(
      updated.stdout,
      /unchanged pinned 1\.0\.0 \(1\.1\.0 is out; `patchbay update pinned --latest` goes there\)/,
    );
    assert.match(updated.stdout, /replaced advised 1\.1\.0 → 1\.0\.0/);
  });

  test('1: a deprecated version that is the latest one', async (t) => {
    await publishActive(server, ada, 'only', '1.0.0');
    const other = await openCli(t, server);
    await other.json(['install', 'only']);
    const owner = await openCli(t, { url: server.url, token: ada.token });
    const deprecated = await owner.json(['deprecate', 'only@1.0.0', '--message', 'Use old']);
    assert.equal(deprecated.code, 0);
    const { code, stdout } = await other.inTerminal(['outdated']);
    assert.equal(code, 1);
    assert.match(stdout, /deprecated: Use old\. There is no other version to update to\.$/m);
  });

  test('1: a node from another registry is not looked for in this one', async () => {
    const lock = join(cli.cwd, 'patchbay.lock');
    const text = await readFile(lock, 'utf8');
    await writeFile(lock, text.replaceAll(server.url, 'https://other.example'));
    const { result } = await cli.json(['outdated']);
    await writeFile(lock, text);
    assert.deepEqual(result.data.nodes[0], {
      node: 'banned',
      installed: '1.0.0',
      status: 'elsewhere',
      message: 'https://other.example',
    });
  });

  test('4: nothing is installed', async () => {
    const { code, result } = await cli.json(['outdated', '--into', 'nowhere']);
    assert.deepEqual([code, result.error.code], [4, 'not_installed']);
  });
});
