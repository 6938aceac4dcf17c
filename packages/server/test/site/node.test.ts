import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { replaceAppNodes } from '../../src/store/rows/app-nodes.ts';
import { publishActive, publishFiles, publishPending, uniqueId } from '../support/build.ts';
import { days } from '../support/clock.ts';
import { fromAddress } from '../support/from-address.ts';
import { makePng } from '../support/make-png.ts';
import { openNodeDesk } from '../support/site/node-desk.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const pageBytesMax = 1_000_000;

suite('the page of a node', async () => {
  const server = await startServer({ after });
  const { ada, moderator, read, makeNode, putAppNodes } = await openNodeDesk(server);

  test('shows what the registry says of it, and its latest version', async () => {
    const id = await makeNode('1.0.0', '1.1.0');
    await ada.owner.put(`/publishers/ada/nodes/${id}`, {
      name: 'Image tools',
      description: 'Works in tiles.',
      repository: 'https://example.org/tools',
      license: 'LICENSE',
      tags: ['upscaling'],
      supported_os: ['Linux'],
    });
    const { status, text } = await read(`/n/${id.toUpperCase()}`);
    assert.equal(status, 200);
    for (const part of [
      '<h1 dir="auto">Image tools</h1>',
      '<a href="/p/ada">Publisher ada</a>',
      '<meta name="description" content="Works in tiles."/>',
      `patchbay install ${id}<`,
      `href="/n/${id}/v/1.1.0"`,
      'href="https://example.org/tools" rel="nofollow ugc noopener noreferrer"><bdi>example.org/<wbr/>tools</bdi>',
      '<bdi>LICENSE</bdi>',
      '<bdi>Linux</bdi>',
      'href="/search?tag=upscaling"',
      'passed',
      `<a href="/n/${id}/app-nodes">App-nodes <span class="count">0</span></a>`,
      'Versions <span class="count">2</span>',
      'Requirements <span class="count">0</span>',
      '<dt>Releases</dt><dd>2 versions, the latest <time',
      `<a href="/n/${id}/versions.atom">Feed of its versions</a>`,
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.match(text, new RegExp(`<link rel="canonical" href="[^"]*/n/${id}"`));
    assert.match(text.replaceAll('<wbr/>', ''), /<code>[0-9a-f]{64}<\/code>/);
  });

  test('says nothing of app-nodes before the package is there', async () => {
    const id = uniqueId('waits');
    await publishPending(ada, id, '1.0.0');
    const { text } = await read(`/n/${id}/v/1.0.0`);
    assert.match(text, /This version cannot be installed before its package is checked\./);
    assert.doesNotMatch(text, /app-nodes?<\/a>/);
    const appNodes = await read(`/n/${id}/app-nodes`);
    assert.match(appNodes.text, /<p class="notice">No version can be installed yet\.<\/p>/);
  });

  test('draws app-nodes with sockets, values and their history', async () => {
    const id = await makeNode('1.0.0', '1.1.0');
    const sampler = {
      app_node_name: 'Sampler',
      input_types: JSON.stringify({
        required: {
          model: ['MODEL'],
          steps: ['INT', { default: 20 }],
          how: [['euler', 'heun']],
          forced: ['INT', { forceInput: true }],
        },
        optional: { mask: ['MASK'] },
      }),
      return_types: '["IMAGE", "*"]',
      return_names: '["pictures"]',
      output_is_list: [true, false],
    };
    await putAppNodes(id, '1.0.0', [{ ...sampler, return_names: '["images"]' }]);
    await putAppNodes(id, '1.1.0', [
      sampler,
      { app_node_name: 'Broken', input_types: '[1]', return_types: '{}' },
    ]);
    const { text } = await read(`/n/${id}/app-nodes`);
    for (const part of [
      '<bdi>model</bdi> <small dir="auto">MODEL</small></li>',
      '<bdi>forced</bdi> <small dir="auto">INT</small></li>',
      '<bdi>mask</bdi> <small dir="auto">MASK</small><small> optional</small></li>',
      '<bdi>pictures</bdi> <small dir="auto">IMAGE</small><small> list</small></li>',
      '<dt dir="auto">steps</dt><dd><bdi>20</bdi></dd>',
      '<summary><bdi>euler</bdi></summary>',
      'Since 1.0.0, changed in 1.1.0',
      `<li id="app-node-Broken"><a href="/n/${id}/app-nodes/Broken" dir="auto">Broken</a></li>`,
      `<article class="box" id="app-node-Sampler"><header><h3 dir="auto"><a href="/n/${id}/app-nodes/Sampler">`,
      '2 app-nodes',
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  test('shows any version, whatever its state, and how it is installed', async () => {
    const id = await makeNode('1.0.0', '1.1.0');
    const first = await read(`/n/${id}/v/1.0.0`);
    assert.ok(first.text.includes(`patchbay install ${id}@1.0.0<`));
    await moderator.put(`/admin/nodes/${id}/versions/1.0.0`, {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Secret reason.',
    });
    const banned = await read(`/n/${id}/v/1.0.0`);
    assert.deepEqual([banned.status, banned.text.includes('Secret reason')], [200, false]);
    assert.match(banned.text, /<span class="tag bad">Banned<\/span>/);
    assert.match(banned.text, /This version cannot be installed/);
    await ada.owner.delete(`/publishers/ada/nodes/${id}/versions/1.1.0`);
    assert.match((await read(`/n/${id}/v/1.1.0`)).text, /<span class="tag bad">Deleted<\/span>/);
    assert.match((await read(`/n/${id}`)).text, /No version can be installed yet/);
    await publishPending(ada, id, '2.0.0');
    assert.match((await read(`/n/${id}/v/2.0.0`)).text, /Waits for its checks/);
    assert.equal((await read(`/n/${id}/v/9.9.9`)).status, 404);
  });

  test('warns of a package without app-nodes, and of one that may not load', async () => {
    const [empty, broken] = [uniqueId('empty'), uniqueId('broken')];
    await publishFiles(server, ada, empty, '1.0.0', { '__init__.py': 'x = 1\n' });
    await publishFiles(server, ada, broken, '1.0.0', { '__init__.py': 'def (\n' });
    assert.match((await read(`/n/${empty}/v/1.0.0`)).text, /none found<\/span> The host may show nothing/);
    assert.match((await read(`/n/${broken}`)).text, /not readable<\/span> The package may not load/);
    const id = await makeNode('1.0.0');
    await putAppNodes(id, '1.0.0', [{ app_node_name: 'Sampler' }]);
    assert.ok(!(await read(`/n/${id}`)).text.includes('<dt>App-nodes</dt>'));
  });

  test('says why a version is deprecated', async () => {
    const id = await makeNode('1.0.0');
    const body = { deprecated: true, deprecation_message: 'Use <2.0.0>.' };
    await ada.owner.put(`/publishers/ada/nodes/${id}/versions/1.0.0`, body);
    const { text } = await read(`/n/${id}/v/1.0.0`);
    assert.match(text, /<dt>Deprecated<\/dt><dd><bdi>Use &lt;2\.0\.0(?:&gt;|>)\.<\/bdi>/);
  });

  test('says what the registry says of a node that is missing, banned or deleted', async () => {
    const id = await makeNode('1.0.0');
    assert.equal((await read(`/n/${id}`)).status, 200);
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusBanned' });
    for (const path of [`/n/${id}`, `/n/${id}/v/1.0.0`, `/n/${id}/related`]) {
      const { status, text } = await read(path);
      assert.equal(status, 403, path);
      assert.match(text, /is banned and cannot be used/);
      assert.match(text, /<h1>Banned<\/h1>/);
    }
    const near = uniqueId('weave');
    await publishActive(server, ada, near, '1.0.0');
    const typo = near.replace('weave', 'weav');
    const missing = await read(`/n/${typo}`);
    assert.match(missing.text, new RegExp(`<input id="search-instead"[^>]*value="${typo}"`));
    assert.ok(missing.text.includes(`href="/n/${near}"`), missing.text);
    const other = await makeNode('1.0.0');
    await ada.owner.delete(`/publishers/ada/nodes/${other}`);
    for (const path of [`/n/${other}`, '/n/none', '/n/none/v/1.0.0', '/n/none/related']) {
      assert.equal((await read(path)).status, 404, path);
    }
  });

  test('draws the downloads up to the last one, and is made anew when one is counted', async () => {
    const id = await makeNode('1.0.0');
    server.clock.stop();
    const install = async (client: number) => {
      await server.anonymous.get(`/nodes/${id}/install`, fromAddress(client));
      await server.server.context.downloads.flush();
    };
    const { text: empty } = await read(`/n/${id}`);
    assert.deepEqual(
      [empty.includes('class="chart"'), empty.includes('Nobody has downloaded it yet.')],
      [false, true],
    );
    await install(1);
    server.clock.advance(days(2));
    await install(1);
    await install(2);
    const drawn = await read(`/n/${id}`);
    assert.match(drawn.text, /<svg[^>]* role="img" aria-label="3 downloads from [^"]+"/);
    assert.equal(drawn.text.match(/<rect class="bar"/g)?.length, 2, 'a bar for each day with downloads');
    assert.match(drawn.text, /<td>2<\/td><\/tr><tr><td>[^<]+<\/td><td>1<\/td>/);
    server.clock.advance(days(7));
    const chartOf = ({ text }: { text: string }) => /<figure.*<\/figure>/s.exec(text)?.[0];
    assert.equal(chartOf(await read(`/n/${id}?again`)), chartOf(drawn), 'midnight changes nothing');
  });

  test('names other nodes with the same app-nodes, and similar ones', async () => {
    const [id, same, similar] = [await makeNode('1.0.0'), await makeNode('1.0.0'), await makeNode('1.0.0')];
    const name = uniqueId('Only here ');
    for (const node of [id, same]) await putAppNodes(node, '1.0.0', [{ app_node_name: name }]);
    for (const node of [id, similar]) {
      await ada.owner.put(`/publishers/ada/nodes/${node}`, { tags: [`tag${id.replace('-', '')}`] });
    }
    const { text } = await read(`/n/${id}/related`);
    assert.match(text, new RegExp(`href="/n/${same}">${same}</a></td><td><bdi>${name}</bdi>`));
    assert.match(text, new RegExp(`<h3><a href="/n/${similar}"`));
    assert.equal(text.includes(`<h3><a href="/n/${id}"`), false, 'it is not similar to itself');
    await moderator.put(`/publishers/ada/nodes/${same}`, { status: 'NodeStatusBanned' });
    assert.equal(
      (await read(`/n/${id}/related`)).text.includes(`/n/${same}"`),
      false,
      'a ban is seen at once',
    );
  });

  test('ranks similar nodes by what they share, and never itself, a banned one or one without a version', async () => {
    const word = 'Zwiebel';
    const make = async (name: string, description: string) => {
      const id = await makeNode('1.0.0');
      await ada.owner.put(`/publishers/ada/nodes/${id}`, { name, description });
      return id;
    };
    const id = await make(`${word}Garten`, 'Samples latents.');
    const described = await make('Another', `Works with ${word}.`);
    const named = await make(`A ${word} loader`, 'Loads latents.');
    const banned = await make(`${word} banned`, '');
    await moderator.put(`/publishers/ada/nodes/${banned}`, { status: 'NodeStatusBanned' });
    const bare = uniqueId('bare');
    await ada.owner.post('/publishers/ada/nodes', { id: bare, name: `${word} bare` });
    const { text } = await read(`/n/${id}/related`);
    const shown = [...text.matchAll(/<h3><a href="\/n\/([^"]+)"/g)].map(([, other]) => other);
    assert.deepEqual(shown.slice(0, 2), [named, described]);
    assert.equal(shown.includes(id) || shown.includes(banned) || shown.includes(bare), false);
  });

  test('keeps frames for the pictures of its package, and says so to the browser', async () => {
    const id = uniqueId('node');
    const readme =
      '![shot](a.png) [![linked](a.png)](https://x.org) ![bomb](bomb.png) <img src=a.png width=10 alt=small>\n\n```py\nx\n```\n\n```sh\ny\n```\n';
    const bomb = makePng(1, 1);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    await publishFiles(server, ada, id, '1.0.0', {
      'README.md': readme,
      'a.png': makePng(40, 20),
      'bomb.png': bomb,
    });
    for (const path of [`/n/${id}`, `/n/${id}/v/1.0.0`, `/n/${id}/v/1.0.0/readme`]) {
      // Kept, the second time.
      for (const { text, headers } of [await read(path), await read(path)]) {
        assert.match(String(headers.get('content-security-policy')), /img-src 'self' data: blob:;/);
        assert.equal(text.match(/data-picture="/g)?.length, 3);
        assert.match(
          text,
          /<a class="picture" data-picture="[^"]+" href="[^"]*source\?file=a\.png"><svg width="40" height="20"[^>]*><\/svg><span class="words">shot<\/span><\/a>/,
        );
        assert.match(text, /<a href="https:\/\/x\.org\/"[^>]*><span class="picture"/);
        assert.match(text, /<svg width="10" height="5"/);
        assert.match(text, /<a href="[^"]*file=bomb\.png">bomb<\/a>/);
        assert.equal(text.match(/data-ending="py"/g)?.length, 1);
        assert.equal(text.match(/data-ending/g)?.length, 1);
      }
    }
    const other = await read('/');
    assert.doesNotMatch(String(other.headers.get('content-security-policy')), /blob:/);
    const plain = await makeNode('1.0.0');
    assert.doesNotMatch((await read(`/n/${plain}`)).text, /liven-readme/);
  });

  test('links from a readme into the repository that the node names, and to nothing else', async () => {
    const id = uniqueId('node');
    const readme =
      '[issues](../../issues) [wiki](docs/none.md#a) ![away](none.png) [out](../../../../evil/x) [odd](./javascript:x)\n';
    await publishFiles(server, ada, id, '1.0.0', { 'README.md': readme });
    const linksOf = async (repository: string, path: string) => {
      await ada.owner.put(`/publishers/ada/nodes/${id}`, { repository });
      const { text } = await read(path);
      const [, content = ''] = /<div class="readme"><p dir="auto">(.*?)<\/p>/.exec(text) ?? [];
      return [...content.matchAll(/<a href="([^"]+)" rel="nofollow ugc noopener">(\w+)<\/a>/g)].map(
        ([, address, word]) => `${word} ${address}`,
      );
    };
    const home = 'https://github.com/ada/nodes';
    for (const path of [`/n/${id}`, `/n/${id}/v/1.0.0/readme`]) {
      assert.deepEqual(await linksOf(`${home}.git`, path), [
        `issues ${home}/issues`,
        `wiki ${home}/blob/HEAD/docs/none.md#a`,
        `away ${home}/blob/HEAD/none.png`,
        `odd ${home}/blob/HEAD/javascript:x`,
      ]);
      assert.equal(
        (await linksOf('https://gitlab.com/ada/nodes', path))[0],
        'issues https://gitlab.com/ada/nodes/-/issues',
      );
      for (const elsewhere of ['https://example.org/ada/nodes', 'https://github.com/', ''])
        assert.deepEqual(await linksOf(elsewhere, path), [], elsewhere);
    }
  });

  test('escapes every text, and links to no other scheme', async () => {
    const id = await makeNode('1.0.0');
    const script = '"><script>alert(1)</script>';
    await ada.owner.put(`/publishers/ada/nodes/${id}`, {
      name: script,
      description: script,
      author: script,
      license: 'LICENSE',
      tags: [script, 'javascript:alert(1)'],
      supported_os: [script],
    });
    await putAppNodes(id, '1.0.0', [
      {
        app_node_name: script,
        display_name: script,
        description: script,
        input_types: JSON.stringify({
          required: { [script]: [script], choice: [[script, { a: 1 }, null, 5]], odd: 7, __proto__: 1 },
          optional: { list: [['a', 'b'], { default: { deep: 1 } }] },
        }),
        return_types: JSON.stringify([script, ['a'], 5, null]),
        return_names: JSON.stringify([script, 7]),
      },
    ]);
    for (const path of [`/n/${id}`, `/n/${id}/v/1.0.0`, `/n/${id}/related`]) {
      const { status, text } = await read(path);
      assert.equal(status, 200, path);
      assert.equal(text.includes('<script>'), false, path);
      assert.doesNotMatch(text, /(?:href|src)="(?:javascript|data):|style="|\son\w+="/);
    }
  });

  test('stays small, however large a package is', async () => {
    const id = await makeNode('1.0.0');
    const { json } = await server.anonymous.get(`/nodes/${id}/versions/1.0.0`);
    const wide = JSON.stringify({
      required: Object.fromEntries(
        Array.from({ length: 1_400 }, (_, index) => [`input ${index} ${'x'.repeat(20)}`, ['T'.repeat(5)]]),
      ),
    });
    const choices = JSON.stringify({
      required: { choice: [Array.from({ length: 6_000 }, (_, index) => `c${index}`)] },
    });
    const definitions = Array.from({ length: 5_000 }, (_, index): [string, object] => [
      `Node ${String(index).padStart(4, '0')} ${'n'.repeat(480)}`,
      index === 5
        ? { input_types: JSON.stringify({ required: { x: ['T'.repeat(190_000)] } }) }
        : index < 24
          ? { input_types: index % 2 === 0 ? wide : choices, description: 'd'.repeat(10_000) }
          : {},
    ]);
    await server.server.context.store.write({ actor: 'server' }, (tx) =>
      replaceAppNodes(tx, json.id, new Map(definitions)),
    );
    assert.match((await read(`/n/${id}`)).text, /App-nodes <span class="count">5,000</);
    const first = await read(`/n/${id}/app-nodes`);
    assert.equal(first.status, 200);
    assert.equal(first.text.match(/<article class="box"/g)?.length, 24);
    assert.match(first.text, /5,000 app-nodes/);
    assert.match(first.text, /and 1370 more/);
    assert.match(first.text, /and 5988 more/);
    assert.match(first.text, /It has too many inputs to draw/);
    assert.ok(Buffer.byteLength(first.text) < pageBytesMax, `${Buffer.byteLength(first.text)} bytes`);
    const last = await read(`/n/${id}/app-nodes?page=209`);
    assert.equal(last.text.match(/<li id="app-node-/g)?.length, 8, 'only their names are known');
    assert.match(last.text, /rel="prev" href="\/n\/[^"]+page=208"/);
    assert.equal((await read(`/n/${id}/app-nodes?page=9999`)).status, 200);
  });
});
