import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suite('pages of lists', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, uniqueId('ada'));
  const nodeId = uniqueId('node');
  for (let minor = 0; minor < 40; minor += 1) await publishActive(server, ada, nodeId, `1.${minor}.0`);
  const visitor = new Visitor(server.url, ada.owner.bearer);
  const own = `/account/publishers/${ada.id}`;
  const node = `${own}/nodes/${nodeId}`;
  const read = async (address: string, as: Pick<Visitor, 'get'> = visitor) => (await as.get(address)).html;

  test('no page leads to one without items', async () => {
    assert.match(await read(node), /Page 1<[^]*rel="next"/);
    const last = await read(`${node}?page=2`);
    assert.match(last, /Page 2 of 2/);
    assert.doesNotMatch(last, /rel="next"/);
  });

  test('a page past the end says so, and leads back', async () => {
    for (const address of [node, own, '/account', `/p/${ada.id}`, `/n/${nodeId}/versions`, '/search']) {
      const html = await read(`${address}?page=999`);
      assert.match(html, /past the last one\. <a href="[^"]*page=1">Go to page 1/, address);
      assert.doesNotMatch(html, /Page 999|no node here yet|has its package yet|no publisher yet/, address);
    }
  });

  test('a form leads back to the page of the list on which it was sent', async () => {
    const sent = await visitor.send(`${node}?page=2`, { do: 'deprecate', which: '1.1.0' });
    assert.equal(sent.location, `${node}?page=2&done=deprecated`);
  });

  test('all deleted nodes can be restored', async () => {
    const many = await makePublisher(server, uniqueId('many'));
    for (let index = 0; index < 51; index += 1) {
      const id = uniqueId('gone');
      await publishActive(server, many, id, '1.0.0');
      await many.owner.delete(`/publishers/${many.id}/nodes/${id}`);
    }
    const owner = new Visitor(server.url, many.owner.bearer);
    const second = await read(`/account/publishers/${many.id}?deleted=2`, owner);
    assert.equal(second.match(/>Restore</g)?.length, 1);
  });

  test('a publisher that is not found leaves the moderator on the list', async () => {
    const moderator = new Visitor(server.url, (await server.moderator()).bearer);
    const { status, html } = await moderator.get('/moderate/publishers?q=nobody');
    assert.equal(status, 200);
    assert.match(html, /No publisher has this id/);
    const found = await moderator.get(`/moderate/publishers?q=${ada.id}`);
    assert.equal(found.location, `/moderate/publishers/${ada.id}`);
  });
});
