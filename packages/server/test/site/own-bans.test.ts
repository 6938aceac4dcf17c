import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suite('what is banned, for its members', async () => {
  const contact = 'mailto:mods@example.org';
  const server = await startServer({ after }, { SECURITY_CONTACT: contact });
  const moderator = await server.moderator();

  test('a node and its publisher say why, whom to contact, and lead on', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const id = uniqueId('node');
    await publishActive(server, ada, id, '1.0.0');
    const visitor = new Visitor(server.url, ada.owner.bearer);
    const base = `/account/publishers/${ada.id}`;
    const open = async (path: string) => {
      const { status, html } = await visitor.get(path);
      assert.equal(status, 200, html);
      assert.match(html, new RegExp(`<nav class="tabs"[^]*class="alert[^]*href="${contact}"`));
      return html;
    };
    const detail = 'It copies another node.';
    await moderator.put(`/admin/nodes/${id}`, { status: 'NodeStatusBanned', status_detail: detail });
    assert.ok((await open(`${base}/nodes/${id}`)).includes(detail));
    const reason = 'All of it is copied.';
    await moderator.put(`/admin/publishers/${ada.id}`, { status: 'PublisherStatusBanned', reason });
    for (const path of [base, `${base}/nodes/${id}`]) assert.ok((await open(path)).includes(reason), path);
  });
});
