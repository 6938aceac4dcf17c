import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay search', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const id of ['image-blur', 'image-crop']) await publishActive(server, ada, id, '1.0.0');
  await ada.owner.put('/publishers/ada/nodes/image-crop', { description: `${'x'.repeat(500)}\nmore` });
  const cli = await openCli({ after }, server);

  test('nodes without an Active version are left out, as on the site', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'image-plan' });
    const { data } = (await cli.json(['search', 'image'])).result;
    assert.deepEqual(data.nodes.map(({ id }: { id: string }) => id).toSorted(), ['image-blur', 'image-crop']);
    assert.equal(data.total, 2);
  });

  test('--json: the nodes that have all words', async () => {
    const { code, result } = await cli.json(['search', 'image', 'blur']);
    assert.equal(code, 0);
    assert.deepEqual([result.data.total, result.data.nodes[0].id], [1, 'image-blur']);
  });

  test('in a terminal: a line for each node, and a page at a time', async () => {
    const all = await cli.inTerminal(['search', 'image']);
    assert.match(all.stdout, /image-blur +1\.0\.0 +0 downloads/);
    assert.ok(all.stdout.split('\n').every((line) => line.length < 130));
    const narrow = await cli.inTerminal(['search', 'image'], { columns: 60 });
    assert.equal(Math.max(...narrow.stdout.split('\n').map((line) => line.length)), 60);
    assert.match(narrow.stdout, /x…$/m);
    const page = await cli.inTerminal(['search', 'image', '--limit', '1', '--page', '2']);
    assert.match(page.stdout, /^image-\w+ .*\n2 found, page 2 of 2\n$/);
    const past = await cli.inTerminal(['search', 'image', '--limit', '1', '--page', '3']);
    assert.equal(past.stdout, 'Nothing is on page 3: the last one is 2.\n');
    assert.match((await cli.inTerminal(['search', 'nothing-like-it'])).stdout, /^Nothing was found/);
  });

  test('--os and --accelerator by the words that people have for them', async () => {
    await ada.owner.put('/publishers/ada/nodes/image-blur', {
      supported_os: ['Operating System :: MacOS'],
      supported_accelerators: ['GPU :: Apple Metal'],
    });
    const found = async (...flags: string[]): Promise<string[]> =>
      (await cli.json(['search', 'image', ...flags])).result.data.nodes.map(({ id }: { id: string }) => id);
    assert.deepEqual((await found('--os', 'mac', '--accelerator', 'METAL')).toSorted(), [
      'image-blur',
      'image-crop',
    ]);
    assert.deepEqual(await found('--os', 'windows'), ['image-crop']);
    assert.deepEqual(await found('--accelerator', 'GPU :: NVIDIA CUDA'), ['image-crop']);
    const { code, stderr } = await cli.run(['search', 'image', '--os', 'bogus']);
    assert.equal(code, 2);
    assert.match(stderr, /--os must be one of linux, windows, macos, not "bogus"\.\n/);
  });

  test('2: no word, no such page size', async () => {
    for (const args of [['search'], ['search', 'a', '--limit', '0'], ['search', 'a', '--limit', '1e2']]) {
      const { code, result } = await cli.json(args);
      assert.deepEqual([code, result.error.code], [2, 'usage'], args.join(' '));
    }
  });
});
