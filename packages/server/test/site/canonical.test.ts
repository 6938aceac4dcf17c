import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('what a page of the site says of itself', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const read = async (path: string): Promise<string> =>
    (await server.anonymous.get(path, { accept: 'text/html' })).text;
  const canonicalOf = async (path: string): Promise<string | undefined> =>
    /<link rel="canonical" href="([^"]*)"/.exec(await read(path))?.[1]?.slice(server.url.length);

  test('its address is that of the present id, without a slash at its end', async () => {
    const [former, id] = [uniqueId('former'), uniqueId('present')];
    await publishActive(server, ada, former, '1.0.0');
    const renamed = await ada.owner.post(`/publishers/ada/nodes/${former}/rename`, { id });
    assert.equal(renamed.status, 200, renamed.text);
    for (const page of ['', '/versions', '/app-nodes', '/requirements'])
      assert.equal(await canonicalOf(`/n/${former}${page}`), `/n/${id}${page}`);
    assert.equal(await canonicalOf('/p/ada/'), '/p/ada');
    assert.equal(await canonicalOf('/search/'), '/search');
    assert.equal(await canonicalOf('/'), '/');
  });

  test('a node without a readme says so, and one with stars has them', async () => {
    const id = uniqueId('plain');
    await publishActive(server, ada, id, '1.0.0');
    assert.match(await read(`/n/${id}`), /Its package has no readme\./);
    await (await server.moderator()).put(`/publishers/ada/nodes/${id}`, { github_stars: 1234 });
    assert.match(await read(`/n/${id}`), /<dt>Stars<\/dt><dd>1,234, of its repository/);
  });
});
