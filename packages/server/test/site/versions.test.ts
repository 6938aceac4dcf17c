import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publication, publishActive, publishFiles, zip } from '../support/build.ts';
import { nodeSource } from '../support/node-source.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const width = { width: ['INT', { default: 512 }] };
const mode = { mode: [['fit', 'fill']] };

suite('the pages of the versions of a node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const publish = async (version: string, source: string, metadata: object) => {
    const { json } = await ada.owner.post('/publishers/ada/nodes/resize/versions', {
      ...publication(ada.token, version),
      node_version: { version, ...metadata },
    });
    await server.anonymous.upload(json.signedUrl, await zip({ '__init__.py': source }));
    await server.settle();
  };
  await publishActive(server, ada, 'first', '1.0.0');
  await publish('1.0.0', nodeSource('Resize', width), { dependencies: ['numpy>=1', 'pillow'] });
  await publish('1.1.0', nodeSource('Resize', { ...mode, ...width }), {
    dependencies: ['numpy>=2', 'scipy'],
    changelog: '<script>alert(1)</script>',
    deprecated: true,
  });
  await publish('1.2.0', nodeSource('Crop', width), {});
  const others = ['-r more.txt', './wheels/x.whl', 'javascript:alert(1)', '--index-url https://example.org'];
  await publish('1.3.0', nodeSource('Crop', width), {
    dependencies: [
      'Numpy[fast] >=2; python_version > "3.9"',
      'tools @ https://example.org/tools.zip',
      'git+https://example.org/a/b.git@main',
      ...others,
    ],
  });
  await ada.owner.delete('/publishers/ada/nodes/resize/versions/1.2.0');
  const page = async (path: string) => {
    const { status, headers, text } = await server.anonymous.get(path);
    return { status, headers, text, words: text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') };
  };

  test('show each with what it changed, and lead to the comparison with the one before it', async () => {
    const { status, text, words } = await page('/n/Resize/versions');
    assert.equal(status, 200);
    const entries = text.split('<h2>').slice(1);
    assert.deepEqual(
      entries.map((entry) => /\d+\.\d+\.\d+/.exec(entry)?.[0]),
      ['1.3.0', '1.2.0', '1.1.0', '1.0.0'],
    );
    assert.match(words, /1\.3\.0 latest /);
    assert.match(words, /1\.2\.0 Deleted /);
    assert.match(words, /1\.1\.0 deprecated /);
    assert.match(words, /Requirements ± numpy>=2 − pillow \+ scipy App-nodes ± Resize breaking /);
    assert.match(entries[0] ?? '', /href="\/n\/resize\/compare\/1\.1\.0\.\.\.1\.3\.0"/);
    assert.doesNotMatch(entries[1] ?? '', /href/);
    assert.doesNotMatch(entries[3] ?? '', /App-nodes<\/dt>/, 'the first has nothing to be compared with');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publishActive(server, ada, 'same', version);
    await server.server.context.store.write({ actor: 'server' }, ({ db }) =>
      db
        .updateTable('versions')
        .set({ extract_status: 'failed' })
        .where('node_key', '=', 'same')
        .where('version', '=', '1.2.0')
        .execute(),
    );
    const same = await page('/n/same/versions');
    assert.match(
      same.words,
      /1\.2\.0 latest .*App-nodes not known what changed .*1\.1\.0 .*App-nodes no change .*1\.0\.0/,
    );
    assert.doesNotMatch(text, /<script>alert/);
  });

  test('any two are picked by a form, and the page of an old one leads to the newer one', async () => {
    const { text } = await page('/n/resize/versions');
    assert.match(
      text,
      /action="\/n\/resize\/compare".*name="from" value="1\.1\.0".*name="to" value="1\.3\.0"/s,
    );
    assert.doesNotMatch(text, /<option value="1\.2\.0"/, 'a deleted one cannot be compared');
    const picked = await fetch(`${server.url}/n/resize/compare?from=1.0.0&to=+1.3.0%2Fx`, {
      redirect: 'manual',
    });
    assert.equal(picked.headers.get('location'), '/n/resize/compare/1.0.0...1.3.0%2Fx');
    assert.match((await page('/n/resize/compare?from=1.0.0')).words, /Compare two versions/);
    const old = await page('/n/resize/v/1.0.0');
    assert.match(old.words, /1\.3\.0 is newer/);
    assert.match(old.text, /href="\/n\/resize\/compare\/1\.0\.0\.\.\.1\.3\.0"/);
    assert.doesNotMatch((await page('/n/resize/v/1.3.0')).words, /is newer/);
  });

  test('link the requirements to where they are described', async () => {
    const { text } = await page('/n/resize/v/1.3.0');
    const [, list = ''] = /id="requirements".*?<ul[^>]*>(.*?)<\/ul>/s.exec(text) ?? [];
    assert.deepEqual(
      [...list.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
      [
        'https://pypi.org/project/numpy/',
        'https://example.org/tools.zip',
        'https://example.org/a/b.git@main',
      ],
    );
    assert.equal(list.split('<li>').length, 4 + others.length);
  });

  test('are listed a page at a time', async () => {
    const { status, words, headers } = await page('/n/resize/versions?page=2');
    assert.equal(status, 200);
    assert.match(words, /past the last one/);
    assert.equal(headers.get('x-robots-tag'), 'noindex');
  });

  test('compare two: app-nodes, requirements, metadata', async () => {
    const { status, headers, words } = await page('/n/resize/compare/1.0.0...1.1.0');
    assert.equal(status, 200);
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.match(words, /1 breaking app-node /);
    assert.match(words, /input mode fit \| fill /);
    assert.match(words, /order of widgets breaking Saved workflows keep the values of widgets by position\./);
    assert.match(words, /numpy numpy>=1 numpy>=2 /);
    assert.match(words, /changelog &lt;script>/);
  });

  test('compare one with itself', async () => {
    const { words } = await page('/n/resize/compare/1.0.0...1.0.0');
    assert.match(words, /nothing breaking .*App-nodes No difference\. Requirements No difference\. /);
  });

  test('say which of two is not there', async () => {
    for (const [pair, message] of [
      ['1.0.0...9.9.9', /&quot;9\.9\.9&quot;|"9\.9\.9"/],
      ['8.8.8...1.0.0', /&quot;8\.8\.8&quot;|"8\.8\.8"/],
      ['1.0.0...1.2.0', /Version 1\.2\.0 is deleted/],
      ['1.0.0', /three dots/],
      ['1.0.0...1.1.0...1.2.0', /three dots/],
    ] as const) {
      const { status, words } = await page(`/n/resize/compare/${pair}`);
      assert.equal(status, 404, pair);
      assert.match(words, message);
    }
    assert.equal((await page('/n/nobody/versions')).status, 404);
  });

  test('compare the names alone of app-nodes that are too large, and show so many', async () => {
    await publishActive(server, ada, 'giant', '1.0.0');
    await publishActive(server, ada, 'giant', '2.0.0');
    for (const [version, type] of [
      ['1.0.0', 'A'],
      ['2.0.0', 'B'],
    ] as const) {
      const small = JSON.stringify({ required: { one: [type] } });
      const choices = Array.from({ length: 13_000 }, (_, index) => `${type}${index}`);
      const large = JSON.stringify({ required: { one: [choices] } });
      const app_nodes = Array.from({ length: 600 }, (_, index) => ({
        app_node_name: `${index < 6 ? 'Large' : 'A small'} ${index}`,
        input_types: index < 6 ? large : small,
      }));
      const reply = await moderator.put(`/admin/nodes/giant/versions/${version}/app-nodes`, { app_nodes });
      assert.equal(reply.status, 200, reply.text);
    }
    const { words, text } = await page('/n/giant/compare/1.0.0...2.0.0');
    const remarks = words.match(/\d+ app-nodes differ in more than is compared here|And \d+ more app-nodes/g);
    assert.deepEqual(remarks, ['2 app-nodes differ in more than is compared here', 'And 98 more app-nodes']);
    assert.ok(text.length < 2_000_000, String(text.length));
    assert.equal((await page('/n/giant/versions')).status, 200);
  });

  test('are no longer kept once something of the node changed', async () => {
    await publishFiles(server, ada, 'fresh', '1.0.0', { '__init__.py': '', 'README.md': 'One' });
    assert.match((await page('/n/fresh/v/1.0.0/readme')).words, /Readme One /);
    assert.match((await page('/n/fresh/compare/1.0.0...1.0.0')).words, /Metadata No difference/);
    assert.doesNotMatch((await page('/n/fresh/versions')).words, /1\.1\.0/);
    await publishFiles(server, ada, 'fresh', '1.1.0', { '__init__.py': '' });
    assert.match((await page('/n/fresh/versions')).words, /1\.1\.0/);
    assert.match((await page('/n/fresh/v/1.1.0/readme')).words, /This version has no readme\./);
    await ada.owner.delete('/publishers/ada/nodes/fresh');
    for (const path of ['versions', 'compare/1.0.0...1.0.0', 'v/1.0.0/readme']) {
      assert.equal((await page(`/n/fresh/${path}`)).status, 404, path);
    }
  });
});
