import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import { Client, type Reply } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('list-node-versions', async () => {
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

  test('200: insiders see uploads that wait, and without states everything that came of one', async () => {
    await publish('1.0.0', '1.1.0', '1.2.0');
    await publishPending(ada, id, '2.0.0');
    await moderate('1.1.0', 'NodeVersionStatusFlagged');
    await ada.owner.delete(`/publishers/ada/nodes/${id}/versions/1.0.0`);
    const withReason = `${path}?include_status_reason=true`;
    const pending = `${path}?statuses=NodeVersionStatusPending`;
    const all = `/versions?node_id=${id}`;
    const listed = async (client: Client) =>
      (await client.get(all)).json.versions.map(({ version }: { version: string }) => version);
    for (const insider of [ada.owner, moderator, new Client(server.url, ada.token)]) {
      assert.deepEqual(numbers(await insider.get(pending)), ['2.0.0']);
      const reply = await insider.get(withReason);
      assert.deepEqual(numbers(reply), ['2.0.0', '1.2.0', '1.1.0']);
      assert.equal(reply.json[2].status_reason, 'Looked at.');
      assert.deepEqual(await listed(insider), ['1.1.0', '1.2.0', '2.0.0']);
      assert.equal((await insider.get(all)).json.versions[0].status_reason, 'Looked at.');
      assert.deepEqual(numbers(await insider.get(path)), ['1.2.0'], 'installers see what they may install');
    }
    for (const outsider of [anonymous, await server.user('passer-by')]) {
      assert.deepEqual(numbers(await outsider.get(pending)), []);
      assert.deepEqual(numbers(await outsider.get(withReason)), ['1.2.0']);
      assert.deepEqual(await listed(outsider), ['1.2.0']);
    }
  });

  test('200: what each changed for workflows, against the next lower Active one', async () => {
    const input = (type: string) => JSON.stringify({ required: { one: [type] } });
    const contents = {
      '1.0.0': [
        { app_node_name: 'Gone' },
        { app_node_name: 'Other', input_types: input('IMAGE') },
        { app_node_name: 'Same', category: 'a' },
      ],
      '1.1.0': [
        { app_node_name: 'New', input_types: input('BBOX') },
        { app_node_name: 'Other', input_types: input('MASK') },
        { app_node_name: 'Same', category: 'b' },
      ],
      '1.2.0': [
        {
          app_node_name: 'New',
          input_types: input('BBOX,BOUNDING_BOX'),
          return_types: '["IMAGE"]',
        },
        { app_node_name: 'Other', input_types: JSON.stringify({ $dynamic: 'somewhere' }) },
        { app_node_name: 'Same', return_types: JSON.stringify({ $dynamic: 'f' }) },
      ],
    };
    for (const [version, app_nodes] of Object.entries(contents)) {
      await publish(version);
      const reply = await moderator.put(`/admin/nodes/${id}/versions/${version}/app-nodes`, { app_nodes });
      assert.equal(reply.status, 200, reply.text);
    }
    const changesOf = async (query = '') =>
      (await anonymous.get(`/nodes/${id}/versions?include_changes=true${query}`)).json.map(
        ({ version, changes }) => [
          version,
          changes?.compared_with,
          changes?.total,
          changes?.app_nodes.map(({ app_node_name: name, kind, breaking }) =>
            [name, kind, breaking].join(' '),
          ),
        ],
      );
    const expected = {
      '1.2.0': ['1.2.0', '1.1.0', 3, ['New changed false', 'Other changed true', 'Same changed ']],
      '1.1.0': ['1.1.0', '1.0.0', 3, ['Gone removed true', 'Other changed true', 'New added false']],
      '1.0.0': ['1.0.0', undefined, undefined, undefined],
    };
    assert.deepEqual(await changesOf(), Object.values(expected));
    assert.deepEqual(await changesOf('&limit=1&page=2'), [expected['1.1.0']], 'also across pages');
    assert.equal('changes' in ((await anonymous.get(path)).json[0] ?? {}), false);
    await moderate('1.1.0', 'NodeVersionStatusBanned');
    const [[, comparedWith, , differing]] = (await changesOf()) as [[unknown, unknown, unknown, string[]]];
    assert.deepEqual(
      [comparedWith, differing],
      ['1.0.0', ['Gone removed true', 'Other changed true', 'Same changed ', 'New added false']],
    );
    assert.deepEqual(await changesOf('&statuses=NodeVersionStatusBanned'), [expected['1.1.0']]);
  });

  test('200: with their changes, fewer versions are on a page and a hundred app-nodes listed', async () => {
    await publish('1.0.0', '1.1.0');
    const app_nodes = Array.from({ length: 150 }, (_, index) => ({ app_node_name: `n${index + 100}` }));
    await moderator.put(`/admin/nodes/${id}/versions/1.1.0/app-nodes`, { app_nodes });
    const [{ changes }] = (await anonymous.get(`${path}?include_changes=true`)).json;
    assert.deepEqual([changes.total, changes.app_nodes.length], [150, 100]);
    assert.equal(changes.app_nodes[99].app_node_name, 'n199');
    const { headers } = await anonymous.get(`${path}?include_changes=true&limit=1000&page=2`);
    assert.match(headers.get('link') ?? '', /limit=50/);
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
