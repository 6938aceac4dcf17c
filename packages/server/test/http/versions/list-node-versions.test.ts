import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import type { Reply } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('list-node-versions', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { anonymous } = server;
  const numbers = (reply: Reply): string[] => reply.json.map(({ version }: { version: string }) => version);
  let named: string;
  let id: string;
  let path: string;
  beforeEach(async () => {
    named = uniqueId('My-Node');
    id = named.toLowerCase();
    path = `/nodes/${id}/versions`;
    await ada.owner.post('/publishers/ada/nodes', { id: named });
  });
  const publish = async (...versions: string[]) => {
    for (const version of versions) await publishActive(server, ada, id, version);
  };
  const moderate = (version: string, status: string) =>
    moderator.put(`/admin/nodes/${id}/versions/${version}`, { status, status_reason: 'Looked at.' });

  test('200: a bare array of the Active versions, the highest by SemVer first', async () => {
    assert.deepEqual((await anonymous.get(path)).json, []);
    await publish('1.9.0', '1.10.0', '1.9.0-rc.1', '0.1.0');
    const reply = await anonymous.get(`/nodes/${named.toUpperCase()}/versions`);
    assert.deepEqual(numbers(reply), ['1.10.0', '1.9.0', '1.9.0-rc.1', '0.1.0']);
    const [first] = reply.json;
    assert.deepEqual([first.node_id, first.status], [named, 'NodeVersionStatusActive']);
    assert.ok(first.downloadUrl.endsWith(`/packages/ada/${named}/1.10.0.zip`));
  });

  test('200: in the states asked for; Pending ones once their package is there', async () => {
    const both = `${path}?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusPending`;
    await publish('1.9.0', '1.10.0', '1.9.0-rc.1', '0.1.0');
    const { signedUrl, bytes } = await publishPending(ada, id, '2.0.0');
    assert.equal(numbers(await anonymous.get(both)).includes('2.0.0'), false);
    await anonymous.upload(signedUrl, bytes);
    const seen = numbers(await anonymous.get(both));
    assert.deepEqual([seen[0], seen.length], ['2.0.0', 5]);
    await server.settle();
    await moderate('0.1.0', 'NodeVersionStatusBanned');
    await ada.owner.delete(`/publishers/ada/nodes/${id}/versions/1.9.0`);
    assert.deepEqual(numbers(await anonymous.get(`${path}?statuses=NodeVersionStatusBanned`)), ['0.1.0']);
    assert.deepEqual(numbers(await anonymous.get(`${path}?statuses=NodeVersionStatusDeleted`)), ['1.9.0']);
    assert.deepEqual(numbers(await anonymous.get(path)), ['2.0.0', '1.10.0', '1.9.0-rc.1']);
  });

  test('200: the reason of a status for insiders who ask for it', async () => {
    const query = `${path}?statuses=NodeVersionStatusBanned`;
    await publish('0.1.0');
    await moderate('0.1.0', 'NodeVersionStatusBanned');
    const withReason = `${query}&include_status_reason=true`;
    for (const insider of [ada.owner, moderator]) {
      assert.equal((await insider.get(withReason)).json[0].status_reason, 'Looked at.');
      assert.equal((await insider.get(query)).json[0].status_reason, undefined);
    }
    const stranger = await server.user('stranger');
    for (const outsider of [anonymous, stranger]) {
      assert.equal((await outsider.get(withReason)).json[0].status_reason, undefined);
    }
  });

  test('400: an unknown state', async () => {
    assertRefused(await anonymous.get(`${path}?statuses=Lost`), 'invalid_request');
  });

  test('403 and 404: of a banned node, of a deleted and of an unknown one', async () => {
    assertRefused(await anonymous.get('/nodes/nothing/versions'), 'node_not_found');
    const set = (status: string) => moderator.put(`/publishers/ada/nodes/${id}`, { status });
    await set('NodeStatusBanned');
    assertRefused(await anonymous.get(path), 'node_banned');
    await set('NodeStatusActive');
    await set('NodeStatusDeleted');
    assertRefused(await anonymous.get(path), 'node_not_found');
  });
});
