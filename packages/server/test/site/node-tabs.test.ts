import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { publishFiles, uniqueId, zip } from '../support/build.ts';
import { openNodeDesk } from '../support/site/node-desk.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('the tabs of a node', async () => {
  const server = await startServer({ after });
  const { ada, read, makeNode, putAppNodes } = await openNodeDesk(server);

  test('filters app-nodes by name, and has a page for each', async () => {
    const id = await makeNode('1.0.0');
    const tooltip = 'How **much** of it';
    await putAppNodes(id, '1.0.0', [
      {
        app_node_name: 'Load/Tile #1?',
        display_name: 'Load a tile',
        description: 'Loads *one* tile. :rocket:',
        category: 'tiles/load',
        function: 'load_tile',
        input_types: JSON.stringify({
          required: { size: ['INT', { default: 8, min: 1, max: 64, tooltip }], mode: [['fast', 'good']] },
        }),
        return_types: '["IMAGE"]',
        output_tooltips: ['The tile.'],
      },
      { app_node_name: 'Other' },
    ]);
    const found = await read(`/n/${id}/app-nodes?filter=TILE+load`);
    assert.match(found.text, />1 app-node</);
    assert.match(found.text, /value="TILE load"/);
    const path = `/n/${id}/app-nodes/Load%2FTile%20%231%3F`;
    assert.ok(found.text.includes(`href="${path}"`));
    assert.match((await read(`/n/${id}/app-nodes?filter=none`)).text, /No app-node has this name/);
    for (const address of [path, path.replace('/app-nodes', '/v/1.0.0/app-nodes')]) {
      const { status, text } = await read(address);
      assert.equal(status, 200, text);
      for (const part of [
        '<h1 dir="auto">Load a tile</h1>',
        'Loads <em>one</em> tile. 🚀',
        'How much of it',
        'default 8, min 1, max 64',
        '<bdi>fast</bdi>',
        'The tile.',
        'load_tile',
        'tiles/load',
        'Since 1.0.0',
      ]) {
        assert.ok(text.includes(part), `${part} in ${text}`);
      }
    }
    assert.equal((await read(`/n/${id}/app-nodes/none`)).status, 404);
    assert.match((await read(`/n/${id}/v/1.0.0`)).text, /\/v\/1\.0\.0\/app-nodes">2 app-nodes</);
  });

  test('lists what the latest version needs', async () => {
    const id = await makeNode('1.0.0');
    assert.match((await read(`/n/${id}/requirements`)).text, /It declares no Python packages/);
    const version = { version: '2.0.0', dependencies: ['numpy>=1.25', 'pillow'] };
    const node = { supported_os: ['Linux'], supported_app_version: '>=0.3' };
    const { json } = await ada.owner.post(`/publishers/ada/nodes/${id}/versions`, {
      personal_access_token: ada.token,
      node,
      node_version: version,
    });
    await server.anonymous.upload(json.signedUrl, await zip({ '__init__.py': '' }));
    await server.settle();
    const { text } = await read(`/n/${id}/requirements`);
    for (const part of ['numpy>=1.25', 'pillow', '<bdi>Linux</bdi>', '>=0.3', 'count">2<'])
      assert.ok(text.includes(part), part);
    assert.doesNotMatch((await read(`/n/${id}`)).text, /pillow/);
  });

  test('shows descriptions and changes as safe Markdown, and what a long readme has', async () => {
    const id = uniqueId('node');
    const readme = ['One', 'Two', 'Three', 'Four', 'Five `:wrench:`'].map(
      (name) => `## ${name} :wrench:\n\ntext\n`,
    );
    await publishFiles(server, ada, id, '1.0.0', { 'README.md': readme.join('\n') });
    const hostile = '<img src=x onerror=alert(1)>[a](javascript:alert(1)) **bold** :tada: `:tada:`';
    await ada.owner.put(`/publishers/ada/nodes/${id}`, { description: hostile });
    const changelog = `## News\n\n- **First**\n- [link](https://example.org/1)\n\n${'x'.repeat(700)}`;
    await ada.owner.put(`/publishers/ada/nodes/${id}/versions/1.0.0`, { changelog });
    const { text } = await read(`/n/${id}`);
    assert.match(text, /alert\(1\)\) <strong>bold<\/strong> 🎉 <code>:tada:<\/code>/);
    assert.doesNotMatch(text, /<img|href="javascript/);
    assert.match(text, /<meta name="description" content="[^"]*bold 🎉/);
    assert.match(text, /<a href="#readme-two-wrench" dir="auto">Two 🔧<\/a>/);
    assert.match(text, /<h4[^>]*>Five <code>:wrench:<\/code> 🔧<\/h4>/);
    for (const path of [`/n/${id}/versions`, `/n/${id}/v/1.0.0`]) {
      const page = await read(path);
      assert.match(page.text, /<li dir="auto"><strong>First<\/strong><\/li>/, path);
      assert.match(
        page.text,
        /<a href="https:\/\/example\.org\/1" rel="nofollow ugc noopener">link<\/a>/,
        path,
      );
    }
    assert.match((await read(`/n/${id}/versions`)).text, /#changelog">Read all of it/);
  });
});
