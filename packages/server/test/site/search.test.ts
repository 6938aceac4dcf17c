import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { minutes } from '../support/clock.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('/search', async () => {
  const server = await startServer({ after });
  const { text: empty } = await server.anonymous.getHere(`${server.url}/search`);
  const ada = await makePublisher(server, 'ada');
  const publish = async (id: string, metadata: object): Promise<void> => {
    await publishActive(server, ada, id, '1.0.0');
    const reply = await ada.owner.put(`/publishers/${ada.id}/nodes/${id}`, metadata);
    assert.equal(reply.status, 200, reply.text);
  };
  const linux = uniqueId('linux');
  const windows = uniqueId('windows');
  await publish(linux, {
    name: 'Alpha blender',
    description: 'Blends pictures.',
    supported_os: ['Operating System :: POSIX :: Linux'],
    supported_accelerators: ['GPU :: NVIDIA CUDA'],
  });
  await publish(windows, {
    name: 'Beta blender',
    description: 'Blends sound.',
    supported_os: ['Operating System :: Microsoft :: Windows'],
    supported_accelerators: ['GPU :: AMD ROCm'],
  });
  const moderator = await server.moderator();
  const stored = await moderator.put(`/admin/nodes/${linux}/versions/1.0.0/app-nodes`, {
    app_nodes: [{ app_node_name: 'Alpha Mixer' }],
  });
  assert.equal(stored.status, 200, stored.text);

  /** Addresses of pages have no names of a host. */
  const open = (path: string) => server.anonymous.getHere(server.url + path);

  /** The ids of the nodes on a page, in its order. */
  const idsOn = async (query: string): Promise<string[]> => {
    const reply = await open(`/search${query}`);
    assert.equal(reply.status, 200, reply.text);
    return [...reply.text.matchAll(/<h3><a href="\/n\/([^"]+)"/g)].map(([, id = '']) => id);
  };

  test('lists all nodes, in the order that the address names', async () => {
    assert.deepEqual(await idsOn('?sort=name'), [linux, windows]);
    assert.deepEqual(await idsOn('?sort=newest'), [windows, linux]);
    assert.deepEqual((await idsOn('?sort=nothing')).length, 2);
  });

  test('finds nodes by words, and marks them', async () => {
    assert.deepEqual(await idsOn('?q=SOUND'), [windows]);
    const { text } = await open('/search?q=SOUND+blend');
    assert.match(text, /<mark>Blend<\/mark>s <mark>sound<\/mark>\./);
    assert.match(text, /1 node</);
    assert.match(text, /<meta name="robots" content="noindex"/);
  });

  test('filters by operating system, accelerator and names of app-nodes, with words and without', async () => {
    assert.deepEqual(await idsOn('?os=linux'), [linux]);
    assert.deepEqual(await idsOn('?q=blender&os=windows'), [windows]);
    assert.deepEqual(await idsOn('?accelerator=GPU+%3A%3A+AMD+ROCm'), [windows]);
    assert.deepEqual(await idsOn('?app_node=mixer'), [linux]);
    assert.deepEqual(await idsOn('?app_node=mixer&os=windows'), []);
  });

  test('shows what was asked in the form, also what it does not offer', async () => {
    const { text } = await open('/search?q=a%22b&os=plan9&sort=name');
    assert.match(text, /value="a&quot;b"/);
    assert.match(text, /<option value="plan9" selected>plan9<\/option>/);
    const broken = await open('/search?q=50%25%ff+off');
    assert.match(broken.text, /value="50%25%ff off"/, 'an escape that is no text stays as it was sent');
  });

  test('lists no node without an Active version, and counts none', async (t) => {
    const id = uniqueId('waiting');
    await ada.owner.post(`/publishers/${ada.id}/nodes`, { id, name: 'Waiting blender' });
    t.after(() => ada.owner.delete(`/publishers/${ada.id}/nodes/${id}`));
    for (const query of [
      '',
      '?q=blender',
      '?sort=newest',
      '?sort=stars',
      '?sort=trending',
      '?sort=updated',
    ]) {
      assert.deepEqual((await idsOn(query)).toSorted(), [linux, windows].toSorted(), query);
      assert.match((await open(`/search${query}`)).text, />2 nodes</, query);
    }
    for (const path of ['/', `/p/${ada.id}`]) assert.ok(!(await open(path)).text.includes(id), path);
    assert.match((await open('/')).text, /<li>2 nodes<\/li><li>1 app-node<\/li><li>2 versions<\/li>/);
  });

  test('the first page calls nothing trending that nobody downloaded', async () => {
    const headings = async () =>
      [...(await open('/')).text.matchAll(/<h2 id="[^"]+">([^<]+)/g)].map(([, heading]) => heading);
    assert.deepEqual(await headings(), ['Recently updated', 'New']);
    await server.anonymous.get(`/nodes/${linux}/install`);
    await server.server.context.downloads.flush();
    server.clock.advance(minutes(10));
    assert.deepEqual(await headings(), ['Trending', 'Recently updated', 'New']);
  });

  test('results are narrowed by what they are, with counts, and by tags on a page of its own', async (t) => {
    const ids = [uniqueId('facet'), uniqueId('facet')];
    const [one = '', other = ''] = ids;
    const kinds = [
      { category: 'image/tiles', license: 'MIT', supported_os: ['OS :: Linux'], tags: ['warp', 'a & b'] },
      { category: 'audio', license: 'GPL-3.0', supported_os: ['OS :: Windows'], tags: ['warp'] },
    ];
    for (const [index, id] of ids.entries())
      await publish(id, { name: 'Facet', supported_accelerators: [`GPU ${index}`], ...kinds[index] });
    t.after(async () => {
      for (const id of ids) await ada.owner.delete(`/publishers/${ada.id}/nodes/${id}`);
    });
    const { text } = await open('/search?q=facet');
    const [, facets = ''] = /<nav[^>]*aria-label="Narrow the results">(.*?)<\/nav>/s.exec(text) ?? [];
    const rows = [...facets.matchAll(/<p>(.*?)<\/p>/g)].map(([, row = '']) => row.replaceAll(/<[^>]*>/g, ''));
    assert.deepEqual(
      rows.map((row) => row.split(':')[0]),
      ['Tags', 'Category', 'System', 'Accelerator', 'License'],
    );
    assert.match(rows[0] ?? '', /^Tags: warp 2, a &amp; b 1$/);
    for (const [, query = ''] of facets.matchAll(/href="\/search(\?[^"]*)"/g)) {
      const found = await idsOn(query.replaceAll('&amp;', '&'));
      assert.ok(found.length > 0 && found.every((id) => ids.includes(id)), query);
    }
    assert.deepEqual(await idsOn('?q=facet&category=audio'), [other]);
    assert.deepEqual(await idsOn('?license=MIT'), [one]);
    const tagged = await open('/search?tag=a+%26+b');
    assert.match(tagged.text, /<title>Nodes tagged a &amp; b/);
    assert.deepEqual(await idsOn('?tag=a+%26+b'), [one]);
    assert.match(tagged.text, /Only tag <bdi>a &amp; b<\/bdi>\..*<a href="\/search">Remove/s);
  });

  test('cards say in one line what a node is, and why it was found', async (t) => {
    const id = uniqueId('card');
    await publish(id, {
      name: 'Weave',
      author: 'Grace Hopper',
      description: '# **Weaves** pictures\n\n[docs](https://example.org) `fast` :rocket:',
      tags: ['loom', 'other'],
      license: 'MIT',
    });
    t.after(() => ada.owner.delete(`/publishers/${ada.id}/nodes/${id}`));
    await moderator.put(`/publishers/${ada.id}/nodes/${id}`, { github_stars: 1_234 });
    const app_nodes = ['Shuttle', 'Warp'].map((app_node_name) => ({ app_node_name }));
    await moderator.put(`/admin/nodes/${id}/versions/1.0.0/app-nodes`, { app_nodes });
    const { text } = await open('/search?q=weave');
    for (const part of [
      '</mark>s pictures docs fast 🚀</p>',
      '★ 1.2K',
      '2 app-nodes',
      '<span>MIT</span>',
      'data-ago',
    ])
      assert.ok(text.includes(part), part);
    assert.match((await open('/search?q=SHUTTLE')).text, /App-nodes: <bdi><mark>Shuttle<\/mark><\/bdi>/);
    assert.match((await open('/search?q=loom')).text, /Tags: <bdi><mark>loom<\/mark><\/bdi><\/p>/);
    assert.match((await open('/search?q=hopper')).text, /Author: <bdi>Grace <mark>Hopper<\/mark>/);
  });

  test('says what to do where nothing is found', async () => {
    const { text } = await open('/search?q=no+such&os=linux');
    assert.match(text, /0 nodes/);
    assert.match(text, /href="\/search\?q=no\+such"[^>]*>Search without filters/);
    assert.match(text, /href="\/search\?os=linux&amp;app_node=no\+such"/);
    assert.match(text, /Use fewer words/);
    assert.match((await open('/search?page=99')).text, /past the last one/);
  });

  test('shows what a word was taken for at once, and leads to a search for it as written', async () => {
    assert.deepEqual(await idsOn('?q=sonud&sort=name'), [windows]);
    const { text } = await open('/search?q=sonud&sort=name');
    assert.match(text, /Showing results for <strong><bdi>sound<\/bdi><\/strong>, search instead for/);
    const as = /<a href="\/(search\?[^"]+)"><bdi>sonud<\/bdi><\/a>/.exec(text)?.[1] ?? '';
    assert.equal(as, 'search?q=sonud&amp;sort=name&amp;typos=false');
    const exact = await open(`/${as.replaceAll('&amp;', '&')}`);
    assert.match(exact.text, /0 nodes.*No node matches all of this/s);
    assert.match(exact.text, /search=sonud&amp;typos=false/);
  });

  test('an empty registry says so', () => {
    assert.match(empty, /0 nodes.*This registry is empty\. <a href="\/account">Publish the first node/s);
    assert.doesNotMatch(empty, /matches these filters/);
  });

  test('shows a command that gets the same', async () => {
    for (const query of ['?app_node=mixer', "?q=blender's&os=linux", '?sort=newest']) {
      const { text } = await open(`/search${query}`);
      const [, address = ''] = /curl '([^']+)'/.exec(text) ?? [];
      const reply = await server.anonymous.getHere(address.replaceAll('&amp;', '&'));
      assert.equal(reply.status, 200, text);
      assert.deepEqual(
        reply.json.nodes.map(({ id }: { id: string }) => id),
        await idsOn(query),
      );
      assert.equal(reply.headers.get('patchbay-unknown-parameters'), null);
    }
  });

  test('says what is wrong with what cannot be asked', async () => {
    const reply = await open(`/search?q=${'x'.repeat(201)}`);
    assert.equal(reply.status, 400);
    assert.match(
      reply.text,
      /search<\/code>: It must be at most 200 characters long\.|search: It must be at most 200/,
    );
  });

  test('leaves hostile names text, and shows a part of what is long', async (t) => {
    const id = uniqueId('hostile');
    // The other tests list all nodes that there are.
    t.after(() => ada.owner.delete(`/publishers/${ada.id}/nodes/${id}`));
    const script = '<img src=x onerror=alert(1)>"\'&';
    await publish(id, { name: script, description: `${script} ${'\u{1f600}'.repeat(4_000)}` });
    for (const path of ['/', `/search?q=${encodeURIComponent(script)}`, '/search?q=.*+?^$(|']) {
      const { text } = await open(path);
      assert.doesNotMatch(text, /<img/);
      assert.ok(text.length < 60_000, `${path} has ${text.length} characters`);
      assert.ok(!text.includes('\ufffd'), 'a character was cut in two');
    }
  });
});
