import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { wiresOf } from '@patchbay/contract';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suite } from '../support/variants.ts';

const publicUrl = 'https://nodes.example.org';

suite('what machines read', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: publicUrl });
  const ada = await makePublisher(server, 'ada');
  for (const id of ['One.Node', 'two_nodes', 'three-nodes']) {
    const { signedUrl, bytes } = await publishPending(ada, id, '1.0.0');
    const reply = await server.anonymous.upload(signedUrl.replace(publicUrl, server.url), bytes);
    assert.equal(reply.status, 200, reply.text);
  }
  await server.settle();
  // As if nodes were so large that a page of the registry held two.
  await server.server.context.store.write({ actor: 'server' }, async (tx) => {
    await tx.db.updateTable('places').set({ page_max: 2 }).where('list', '=', 'nodes').execute();
  });

  const open = async (path: string) => {
    const reply = await server.anonymous.getHere(server.url + path);
    assert.equal(reply.status, 200, reply.text);
    return reply;
  };
  const locationsIn = (xml: string): string[] =>
    [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);

  test('/sitemap.xml names parts, which name every node once and the pages without one', async () => {
    const index = await open('/sitemap.xml');
    assert.equal(index.headers.get('content-type'), 'application/xml; charset=utf-8');
    const parts = locationsIn(index.text);
    assert.deepEqual(parts, [`${publicUrl}/sitemap-1.xml`, `${publicUrl}/sitemap-2.xml`]);
    const locations: string[] = [];
    for (const part of parts) locations.push(...locationsIn((await open(part.slice(publicUrl.length))).text));
    assert.deepEqual(
      locations.filter((url) => url.startsWith(`${publicUrl}/n/`)),
      ['One.Node', 'two_nodes', 'three-nodes'].map((id) => `${publicUrl}/n/${id}`),
    );
    assert.ok(locations.includes(`${publicUrl}/`) && locations.includes(`${publicUrl}/search`));
    for (const url of locations)
      assert.equal((await open(url.slice(publicUrl.length))).headers.get('x-robots-tag'), null, url);
    assert.match((await open('/sitemap-1.xml')).text, /<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
    const past = await server.anonymous.getHere(`${server.url}/sitemap-3.xml`);
    assert.deepEqual([past.status, past.headers.get('cache-control')], [404, 'no-store']);
  });

  test('/sitemap.xml is kept until the catalogue changes', async (t) => {
    const changing = await startServer(t);
    const eve = await makePublisher(changing, 'eve');
    const read = (headers = {}, path = '/sitemap-1.xml') => changing.anonymous.get(path, headers);
    const etag = (await read({}, '/sitemap-1.xml?x')).headers.get('etag') ?? '';
    assert.equal((await read({ 'if-none-match': etag })).status, 304);
    await eve.owner.post(`/publishers/${eve.id}/nodes`, { id: 'bare-name' });
    await publishActive(changing, eve, 'new-node', '1.0.0');
    const after = await read({ 'if-none-match': etag });
    assert.equal(after.status, 200);
    assert.match(after.text, /new-node/);
    assert.doesNotMatch(after.text, /bare-name/, 'there is nothing to install');
    for (const page of ['', '/app-nodes', '/requirements', '/versions', '/related']) {
      const bare = await changing.anonymous.getHere(`${changing.url}/n/bare-name${page}`);
      assert.match(bare.text, /<meta name="robots" content="noindex"/, page);
    }
  });

  test('feeds have what was published, as XML, and badges say it', async (t) => {
    const changing = await startServer(t);
    const eve = await makePublisher(changing, 'eve');
    const get = async (path: string) => {
      const reply = await changing.anonymous.getHere(changing.url + path);
      assert.equal(reply.status, 200, reply.text);
      return reply;
    };
    for (const version of ['1.0.0', '1.1.0']) await publishActive(changing, eve, 'weave', version);
    await eve.owner.put('/publishers/eve/nodes/weave', { name: 'We <b>ave', description: '**Weaves**' });
    const changelog = '- Fixes ]]> & <script>\u0007';
    await eve.owner.put('/publishers/eve/nodes/weave/versions/1.1.0', { changelog });
    const feed = await get('/n/weave/versions.atom');
    assert.equal(feed.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
    const titles = [...feed.text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title);
    assert.deepEqual(titles, [
      'Versions of We &lt;b&gt;ave',
      'We &lt;b&gt;ave 1.1.0',
      'We &lt;b&gt;ave 1.0.0',
    ]);
    assert.match(feed.text, /<summary>Fixes \]\]&gt; &amp;<\/summary>/);
    assert.ok(feed.text.includes(`<id>${changing.url}/n/weave/v/1.1.0</id>`));
    const updates = await get('/updates.atom');
    assert.match(updates.text, /<title>We &lt;b&gt;ave 1\.1\.0<\/title>[^]*<summary>Weaves<\/summary>/);
    await changing.anonymous.get('/nodes/weave/install');
    await changing.server.context.downloads.flush();
    for (const path of [
      '/p/eve/updates.atom',
      '/search.atom?q=weave',
      '/search.atom?os=Linux',
      '/search.atom',
    ]) {
      const { text, headers } = await get(path);
      assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8');
      assert.match(text, /<title>We &lt;b&gt;ave 1\.1\.0<\/title>/, path);
      assert.ok(text.includes(`<link rel="self" href="${changing.url}${path}"/>`), text);
    }
    assert.doesNotMatch((await get('/search.atom?q=nothing-like-it')).text, /<entry>/);
    assert.equal((await changing.anonymous.getHere(`${changing.url}/p/none/updates.atom`)).status, 404);
    const feeds = {
      '/': '/updates.atom',
      '/p/eve': '/p/eve/updates.atom',
      '/n/weave': '/n/weave/versions.atom',
      '/search?q=weave&page=2': '/search.atom?q=weave',
    };
    for (const [page, address] of Object.entries(feeds)) {
      assert.ok((await get(page)).text.includes(`type="application/atom+xml" title="`), page);
      assert.ok((await get(page)).text.includes(` href="${address}"`), page);
    }
    assert.match((await get('/n/weave/license.svg')).text, /aria-label="license: not stated"/);
    assert.match((await get('/n/weave/app-nodes.svg')).text, /aria-label="app-nodes: 0"/);
    assert.match((await get('/n/weave/version.svg')).text, /aria-label="patchbay: 1\.1\.0"/);
    const badge = await get('/n/weave/downloads.svg');
    assert.match(badge.text, /aria-label="downloads: 1"/);
    assert.equal(badge.headers.get('cache-control'), 'public, max-age=300');
    await eve.owner.put('/publishers/eve/nodes/weave', { license: 'MIT\u0008 & others' });
    assert.match((await get('/n/weave/license.svg')).text, /aria-label="license: MIT &amp; others"/);
    const missing = await changing.anonymous.getHere(`${changing.url}/n/none/version.svg`);
    assert.equal(missing.status, 404);
  });

  test('the feed of a node has the versions that came last, also of an older line', async (t) => {
    const changing = await startServer(t);
    const eve = await makePublisher(changing, 'eve');
    const numbers = Array.from({ length: 30 }, (_, index) => `2.${index}.0`);
    for (const version of [...numbers, '1.0.1']) {
      changing.clock.advance(1_000);
      await publishActive(changing, eve, 'weave', version);
    }
    const { text } = await changing.anonymous.getHere(`${changing.url}/n/weave/versions.atom`);
    const titles = [...text.matchAll(/<entry>[^]*?<title>([^<]*)<\/title>/g)].map(([, title]) => title);
    assert.deepEqual(
      titles,
      ['1.0.1', ...numbers.slice(1).toReversed()].map((number) => `weave ${number}`),
    );
  });

  test('/.well-known/security.txt names the contact that the operator sets, and is not there without one', async (t) => {
    const path = '/.well-known/security.txt';
    assert.equal((await server.anonymous.getHere(server.url + path)).status, 404);
    const nobody = await server.anonymous.getHere(`${server.url}/status`);
    assert.match(nobody.text, /<h2 id="contact">.*name no contact for vulnerabilities/s);
    assert.match(nobody.text, /<footer.*href="\/status#contact"/s);
    const named = await startServer(t, {
      PUBLIC_URL: publicUrl,
      SECURITY_CONTACT: 'mailto:security@example.org',
    });
    const { status, text, headers } = await named.anonymous.getHere(named.url + path);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    assert.equal(fields.get('Contact'), 'mailto:security@example.org');
    const page = await named.anonymous.getHere(`${named.url}/status`);
    assert.match(page.text, /<a href="mailto:security@example\.org"[^>]*>security@example\.org<\/a>/);
    const ada = await makePublisher(named, 'ada');
    await ada.owner.post('/publishers/ada/nodes', { id: 'lines' });
    await (await named.moderator()).put('/publishers/ada/nodes/lines', { status: 'NodeStatusBanned' });
    const banned = await named.anonymous.getHere(`${named.url}/n/lines`);
    assert.match(banned.text, /<a href="mailto:security@example\.org"[^>]*>Contact the moderators<\/a>/);
    assert.equal(fields.get('Canonical'), publicUrl + path);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    assert.ok(days > 30 && days < 366, fields.get('Expires'));
  });

  test('/opensearch.xml leads to the search', async () => {
    const { text, headers } = await open('/opensearch.xml');
    assert.equal(headers.get('content-type'), 'application/opensearchdescription+xml; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'public, max-age=86400');
    assert.ok(text.includes(`template="${publicUrl}/search?q={searchTerms}"`), text);
    assert.match((await open('/')).text, /<link rel="search" [^>]*href="\/opensearch.xml"/);
  });

  test('/robots.txt opens the pages for anyone, and nothing of accounts, pairs of versions or the API', async () => {
    const { text } = await open('/robots.txt');
    assert.match(text, /^Sitemap: https:\/\/nodes\.example\.org\/sitemap\.xml$/m);
    const isOpen = (path: string): boolean => mayRead(text, path);
    for (const path of [
      '/',
      '/search',
      '/n/a',
      '/n/a/card.png',
      '/n/a/v/1.0.0',
      '/p/ada',
      '/sitemap-1.xml',
    ]) {
      assert.ok(isOpen(path), `${path} is closed`);
    }
    const closed = [
      '/search?q=a',
      '/n/a/compare/1.0.0...2.0.0',
      '/n/a/diff/1.0.0...2.0.0',
      '/n/a/v/1.0.0/source',
      '/account',
      '/account/publishers/ada',
      '/moderate',
      '/sign-in',
      ...Object.values(wiresOf(currentVariant().profile)).map(({ path }) => path),
    ];
    for (const path of closed) assert.ok(!isOpen(path), `${path} is open`);
  });
});

/** As RFC 9309 says: the longest rule that matches decides. */
const mayRead = (robots: string, path: string): boolean => {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)]
    .map(([, kind, rule = '']) => ({ isOpen: kind === 'Allow', rule, pattern: patternOf(rule) }))
    .filter(({ pattern }) => pattern.test(path))
    .toSorted((one, other) => other.rule.length - one.rule.length);
  return rules[0]?.isOpen ?? true;
};

const patternOf = (rule: string): RegExp =>
  new RegExp(
    `^${rule
      .replaceAll(/[.+?^(){}|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replace(/\$(?!$)/g, String.raw`\$`)}`,
  );
