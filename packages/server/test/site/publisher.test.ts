import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { readHtml } from '../support/site/read-html.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('the page of a publisher', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const open = async (address: string) => {
    const { status, headers, text: html } = await server.anonymous.get(address, { accept: 'text/html' });
    return { status, headers, ...readHtml(html) };
  };

  test('its totals, its nodes by downloads, its links and members, and no e-mail address', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    for (const id of ['rarely-used', 'often-used']) await publishActive(server, ada, id, '1.0.0');
    await server.anonymous.get('/nodes/often-used/install');
    await server.server.context.downloads.flush();
    const address = `/p/${ada.id}`;
    assert.match((await open(address)).text, /2 nodes1 download.*.*often-used.*rarely-used.*owner-of-ada/s);
    const changed = await ada.owner.put(`/publishers/${ada.id}`, {
      name: 'Ada & sons',
      description: 'Small nodes.',
      website: 'https://example.org/ada',
      support: 'help@example.org',
    });
    assert.equal(changed.status, 200, changed.text);
    const { text, tags } = await open(address);
    assert.match(text, /Ada & sons/, 'a kept page is dropped');
    assert.match(text, /Small nodes\..*help@example\.org/s);
    assert.ok(!text.includes(`owner-of-${ada.id}@example.org`));
    const out = tags.find(({ attributes }) => attributes.get('href') === 'https://example.org/ada');
    assert.equal(out?.attributes.get('rel'), 'nofollow ugc noopener noreferrer');
  });

  test('pages of its nodes', async () => {
    const bob = await makePublisher(server, uniqueId('bob'));
    for (let index = 0; index < 25; index += 1) {
      await publishActive(server, bob, `${bob.id}-${index}`, '1.0.0');
    }
    const [first, second] = [await open(`/p/${bob.id}`), await open(`/p/${bob.id}?page=2`)];
    assert.match(first.text, /25 nodes.*Page 1 of 2/s);
    const cards = [first, second].map(({ tags }) => tags.filter(({ name }) => name === 'article').length);
    assert.deepEqual(cards, [24, 1]);
  });

  test('a banned publisher says so and shows no nodes', async () => {
    const { id, ...eve } = await makePublisher(server, uniqueId('eve'));
    await publishActive(server, { id, ...eve }, `${id}-node`, '1.0.0');
    await moderator.put(`/admin/publishers/${id}`, { status: 'PublisherStatusBanned', reason: 'Checked.' });
    const { text, headers } = await open(`/p/${id}`);
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.match(text, /0 nodes.*Banned.*nothing to install/s);
    assert.ok(!text.includes(`${id}-node`));
  });

  test('no such publisher', async () => {
    const { status, text } = await open('/p/nobody');
    assert.equal(status, 404);
    assert.match(text, /nobody/);
  });
});
