import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { startTwoModerators } from '../support/two-moderators.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suite('the desk of two moderators', async () => {
  const { server, first, second } = await startTwoModerators({ after });
  const [one, other] = [new Visitor(server.url, first.bearer), new Visitor(server.url, second.bearer)];
  const proposals = '/moderate/proposals';

  /** A publisher whose ban somebody proposed to lift, with the proposal. */
  const propose = async () => {
    const { id } = await makePublisher(server, uniqueId('pub'));
    const desk = `/moderate/publishers/${id}`;
    const banned = await one.send(desk, { do: 'ban', reason: 'Spam.' });
    assert.equal(banned.location, `${desk}?done=decided`);
    const sent = await one.send(desk, { do: 'lift', reason: 'They removed it.' });
    assert.equal(sent.location, `${proposals}?done=proposed`);
    const { proposals: open } = (await first.get('/admin/proposals')).json;
    return { id, desk, which: open.at(-1).id };
  };

  test('a proposal is confirmed, leads to what it is about, and is shown there', async () => {
    const { id, desk } = await propose();
    const { html } = await one.get(`${proposals}?done=proposed`);
    assert.match(html, /role="status">It waits here until another moderator approves it/);
    assert.match(html, new RegExp(`<a href="${desk}">${id}</a>`));
    const page = (await other.get(desk)).html;
    assert.match(page, /proposed to lift the ban/);
    assert.match(page, /Lifting a ban needs another moderator where the registry asks for two/);
  });

  test('the page of a version shows its proposal, and what its ban takes to be lifted', async () => {
    const id = uniqueId('held');
    await publishActive(server, await makePublisher(server, uniqueId('pub')), id, '1.0.0');
    const desk = `/moderate/versions/${id}/1.0.0`;
    const decision = { do: 'decide', reason: 'Spam.' };
    assert.match((await one.get(desk)).html, /Lifting a ban needs another moderator/);
    await one.send(desk, { ...decision, status: 'NodeVersionStatusBanned' });
    assert.doesNotMatch((await one.get(desk)).html, /proposed to lift the ban/);
    const sent = await one.send(desk, { ...decision, status: 'NodeVersionStatusActive' });
    assert.equal(sent.location, `${proposals}?done=proposed`);
    for (const address of [desk, `/moderate/versions/${id.toUpperCase()}/1.0.0+again`]) {
      const { html } = await other.get(address);
      assert.match(html, /proposed to lift the ban/);
      assert.match(html, /Lifts the ban\. Lifting a ban needs another moderator/);
    }
  });

  test('a node is given away from a banned publisher by two', async () => {
    const [from, to] = [
      await makePublisher(server, uniqueId('pub')),
      await makePublisher(server, uniqueId('pub')),
    ];
    const id = uniqueId('given');
    await publishActive(server, from, id, '1.0.0');
    await one.send(`/moderate/publishers/${from.id}`, { do: 'ban', reason: 'Spam.' });
    const desk = `/moderate/nodes/${id}`;
    const fields = { do: 'transfer', publisher_id: to.id, reason: 'Theirs.', confirmation: id };
    const sent = await one.send(desk, fields);
    assert.equal(sent.location, `${proposals}?done=proposed`, sent.html);
    assert.match((await other.get(desk)).html, /proposed to lift the ban/);
    assert.match((await other.get(proposals)).html, new RegExp(`<a href="${desk}">${id}, which would go`));
    const which = (await first.get('/admin/proposals')).json.proposals.at(-1).id;
    await other.send(proposals, { do: 'approve', which });
    assert.equal((await server.anonymous.get(`/nodes/${id}`)).json.publisher.id, to.id);
  });

  test('an approval is confirmed, and a decision that comes too late is told so', async () => {
    const { which } = await propose();
    const approved = await other.send(proposals, { do: 'approve', which });
    assert.equal(approved.location, `${proposals}?done=approved`);
    assert.match((await other.get(`${proposals}?done=approved`)).html, /The proposal is carried out/);
    const late = await other.send(proposals, { do: 'reject', which, reason: 'No.' });
    assert.match(late.html, /This proposal is over/);
    assert.doesNotMatch(late.html, /GET \//);
    await propose();
    const mistaken = await other.send(proposals, { do: 'reject', which, reason: '' });
    assert.doesNotMatch(mistaken.html, /This proposal is over/);
  });
});
