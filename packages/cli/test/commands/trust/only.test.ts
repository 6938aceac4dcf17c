import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { insertTrustedPublisher } from '../../../../server/src/store/rows/trusted-publishers.ts';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay trust only', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await ada.owner.post('/publishers/ada/nodes', { id: 'pack' });
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: needs --yes', async () => {
    assert.equal((await cli.json(['trust', 'only', 'pack'])).code, 2);
    const { code, result } = await cli.json(['trust', 'only', 'pack', '--yes']);
    assert.deepEqual([code, result.data], [0, { node_id: 'pack', trusted_only: true, is_covered: false }]);
    assert.match(
      (await cli.run(['trust', 'only', 'pack', '--yes'])).stdout,
      /\nNo rule lets a CI do that yet: `patchbay trust add <owner>\/<repository> --workflow <file>` makes one\.\n$/,
    );
  });

  test('in a terminal: asks first, and turns it off again', async () => {
    const { code, stdout } = await cli.inTerminal(['trust', 'only', 'pack', '--off'], {
      answers: [['everybody with a token', true]],
    });
    assert.deepEqual([code, stdout], [0, 'Tokens can publish pack again.\n']);
  });

  test('finds the rule of a node among more than a page of others', async () => {
    const { json: user } = await ada.owner.get('/users');
    const rule = { publisherId: 'ada', makerId: user.id, issuer: 'https://ci.example.org' };
    const terms = { repository: 'octo-org/octo-repo', workflows: ['publish.yml'] };
    await server.server.context.store.write({ actor: 'server' }, async (tx) => {
      for (let index = 0; index < 100; index += 1)
        await insertTrustedPublisher(tx, { ...rule, nodeKey: `other-${index}`, terms });
      await insertTrustedPublisher(tx, { ...rule, nodeKey: 'pack', terms });
    });
    const { result } = await cli.json(['trust', 'only', 'pack', '--yes']);
    assert.equal(result.data.is_covered, true);
    const list = await cli.json(['trust', 'list', '--publisher', 'ada']);
    assert.equal(list.result.data.trusted_publishers.length, 101);
  });
});
