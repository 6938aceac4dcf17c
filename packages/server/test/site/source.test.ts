import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { makePublisher, publishFiles, publishPending, uniqueId } from '../support/build.ts';
import { lieAboutFiles } from '../support/lie-about-files.ts';
import { sendMany } from '../support/send-many.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*[?&](?:file|folder)=[^"]*)"/g)].map(([, href]) => href ?? '');

suite('the pages of source', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const open = async (path: string) => {
    const reply = await fetch(server.url + path);
    return { status: reply.status, headers: reply.headers, html: await reply.text() };
  };

  test('list the files of a version with their sizes, for nobody to index or keep', async () => {
    const id = uniqueId('blur');
    await publishFiles(server, ada, id, '1.0.0', { '__init__.py': 'x = 1\n', 'web/a&b.js': '' });
    const { status, headers, html } = await open(`/n/${id}/v/1.0.0/source`);
    assert.equal(status, 200);
    assert.deepEqual(linksOf(html), [
      `/n/${id}/v/1.0.0/source?file=__init__.py`,
      `/n/${id}/v/1.0.0/source?folder=web%2F`,
      `/n/${id}/v/1.0.0/source?file=web%2Fa%26b.js`,
    ]);
    assert.match(html, /6 bytes/);
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  test('open with the readme, else with what the host loads', async () => {
    const id = uniqueId('blur');
    const opened = async (version: string, files: Record<string, string>) => {
      await publishFiles(server, ada, id, version, files);
      const { html } = await open(`/n/${id}/v/${version}/source`);
      return [...html.matchAll(/<h2><bdi>([^<]+)<\/bdi>|aria-current="page"><bdi>([^<]+)/g)].map(
        ([, heading, current]) => heading ?? current,
      );
    };
    const source = { 'a.py': '', '__init__.py': '' };
    assert.deepEqual(await opened('1.0.0', { ...source, 'Readme.md': '' }), ['Readme.md', 'Readme.md']);
    const { html } = await open(`/n/${id}/v/1.0.0/source`);
    assert.ok(html.includes(`<a href="/n/${id}/v/1.0.0/source?file=__init__.py">Entry point</a>`), html);
    assert.deepEqual(await opened('1.1.0', source), ['__init__.py', '__init__.py']);
    assert.doesNotMatch((await open(`/n/${id}/v/1.1.0/source`)).html, /Entry point/);
    assert.deepEqual(await opened('1.2.0', { 'a.py': '' }), []);
  });

  test('say what there is not', async () => {
    const id = uniqueId('blur');
    await publishFiles(server, ada, id, '1.0.0', { '__init__.py': '' });
    const { status, html } = await open(`/n/${id}/v/1.0.0/source?file=other.py`);
    assert.deepEqual([status, linksOf(html).length], [404, 1]);
    assert.match(html, /no such file/);
    await publishPending(ada, id, '2.0.0');
    assert.equal((await open(`/n/${id}/v/2.0.0/source`)).status, 403);
    assert.equal((await open(`/n/${id}/v/3.0.0/source`)).status, 404);
    assert.equal((await open(`/n/${id}/diff/1.0.0...3.0.0`)).status, 404);
    assert.equal((await open(`/n/${id}/diff/1.0.0`)).status, 404);
    assert.equal((await open(`/n/${id}/diff/1.0.0...1.0.0...1.0.0`)).status, 404);
  });

  test('show hostile names as text', async () => {
    const id = uniqueId('blur');
    const name = '"><script>alert(1)<script>/alert(1).py';
    await publishFiles(server, ada, id, '1.0.0', { '__init__.py': '', [name]: 'x' });
    for (const query of ['', `?file=${encodeURIComponent(name)}`, '?file=%22%3E%3Cscript%3E']) {
      const { html } = await open(`/n/${id}/v/1.0.0/source${query}`);
      assert.doesNotMatch(html, /<script>/);
    }
  });

  test('list as many files as a page holds, with the folders open that lead to the chosen one', async () => {
    const id = uniqueId('blur');
    const versionId = await publishFiles(server, ada, id, '1.0.0', { '__init__.py': '' });
    const names = Array.from(
      { length: limits.packageFilesMax },
      (_, index) => `${String(index % 10)}/${String(index % 200).padStart(3, '0')}/${index}.py`,
    ).sort();
    await lieAboutFiles(server, versionId, ([one]) =>
      names.map((name) => [name, 1, 1, 1, 8, one?.[5] ?? ''] as const),
    );
    const root = await open(`/n/${id}/v/1.0.0/source`);
    assert.equal(linksOf(root.html).length, 10);
    const chosen = await open(`/n/${id}/v/1.0.0/source?file=${encodeURIComponent(names[0] ?? '')}`);
    assert.equal(linksOf(chosen.html).length, 10 + 20 + 100);
    assert.ok(chosen.html.length < 100_000);
    const flat = names.map((name) => name.replaceAll('/', '-')).sort();
    await lieAboutFiles(server, versionId, ([one]) =>
      flat.map((name) => [name, 1, 1, 1, 8, one?.[5] ?? ''] as const),
    );
    const all = await open(`/n/${id}/v/1.0.0/source`);
    assert.equal(linksOf(all.html).length, 1_000);
    assert.match(all.html, /More files follow/);
  });

  test('compare two versions by the digests of their files', async () => {
    const id = uniqueId('blur');
    const [first, second] = ['1.0.0-rc.1', '1.0.0+build'];
    await publishFiles(server, ada, id, first, { '__init__.py': 'x = 1\n', 'old.py': '', 'same.py': 's' });
    await publishFiles(server, ada, id, second, { '__init__.py': 'x = 2\n', 'new.py': 'n', 'same.py': 's' });
    const { status, headers, html } = await open(`/n/${id}/diff/${first}...${encodeURIComponent(second)}`);
    assert.equal(status, 200);
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    const own = `/n/${id}/diff/${first}...${encodeURIComponent(second)}`;
    assert.deepEqual(
      linksOf(html),
      ['__init__.py', 'new.py', 'old.py'].map((path) => `${own}?file=${path}`),
    );
    assert.match(html, /1 changed.*1 added.*1 removed.*1 the same/s);
    assert.match((await open(`${own}?file=same.py`)).html, /The file is the same in both/);
    assert.match((await open(`${own}?file=none.py`)).html, /Neither version/);
  });
});

suite('the pages of source, as often as one likes', () => {
  test('are refused once the rate of file lists is used up', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on' });
    const ada = await makePublisher(server, 'ada');
    await publishFiles(server, ada, 'blur', '1.0.0', { '__init__.py': '' });
    await publishFiles(server, ada, 'blur', '1.0.1', { '__init__.py': '' });
    server.clock.stop();
    const lists = () => server.anonymous.get('/nodes/none/versions/1.0.0/files');
    assert.deepEqual(Object.fromEntries(await sendMany(297, lists)), { 404: 297 });
    const statusOf = async (path: string) => (await fetch(server.url + path)).status;
    assert.equal(await statusOf('/n/blur/diff/1.0.0...1.0.1'), 200);
    assert.equal(await statusOf('/n/blur/diff/1.0.1...1.0.0'), 429, 'one list is left, and two are needed');
    assert.equal(await statusOf('/n/blur/v/1.0.0/source'), 429);
    assert.equal(await statusOf('/search'), 200);
  });
});

suite('packages at another origin', () => {
  test('may be fetched by the scripts of the pages that read them', async (t) => {
    const server = await startServer(t, { PACKAGES_PUBLIC_URL: 'https://cdn.example.org/packages' });
    const ada = await makePublisher(server, 'ada');
    await publishFiles(server, ada, 'blur', '1.0.0', { '__init__.py': '' });
    const policyOf = async (path: string) =>
      (await fetch(server.url + path)).headers.get('content-security-policy') ?? '';
    const ofSource = await policyOf('/n/blur/v/1.0.0/source');
    assert.match(ofSource, /connect-src 'self' https:\/\/cdn\.example\.org;/);
    assert.match(ofSource, /img-src 'self' data: blob:;/);
    assert.match(await policyOf('/'), /img-src 'self' data:; connect-src 'self';/);
  });
});
