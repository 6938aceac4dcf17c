import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publication, publishActive, publishFiles, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('get-version', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  let named: string;
  let id: string;
  let path: string;
  beforeEach(() => {
    named = uniqueId('My-Node');
    id = named.toLowerCase();
    path = `/nodes/${id}/versions/1.0.0`;
  });

  test('200: the version as it was published', async () => {
    const metadata = {
      changelog: 'First.',
      dependencies: ['numpy'],
      supported_os: ['Linux'],
      supported_accelerators: ['CUDA'],
      supported_app_version: '>=2',
      supported_app_frontend_version: '>=1',
      tags: ['image'],
      deprecated: true,
    };
    await ada.owner.post(`/publishers/ada/nodes/${named}/versions`, {
      ...publication(ada.token, '2.0.0'),
      node_version: { version: '2.0.0', ...metadata },
    });
    const {
      id: key,
      createdAt,
      ...version
    } = (await server.anonymous.get(`/nodes/${id}/versions/2.0.0`)).json;
    assert.deepEqual(version, {
      ...metadata,
      node_id: named,
      version: '2.0.0',
      status: 'NodeVersionStatusPending',
      app_node_extract_status: 'pending',
    });
    assert.match(key, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('200: in every state; only an Active one has an address, only insiders read why', async () => {
    await publishActive(server, ada, named, '1.0.0');
    const active = (await server.anonymous.get(path)).json;
    assert.equal(active.downloadUrl, `${server.url}/packages/ada/${named}/1.0.0.zip`);
    await moderator.put(`/admin${path}`, {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'Looked at.',
      tags_admin: ['odd'],
    });
    for (const insider of [ada.owner, moderator]) {
      const { json } = await insider.get(path);
      assert.deepEqual([json.status_reason, json.tags_admin], ['Looked at.', ['odd']]);
    }
    for (const outsider of [server.anonymous, await server.user('stranger')]) {
      const { json } = await outsider.get(path);
      assert.equal(json.status, 'NodeVersionStatusFlagged');
      for (const key of ['downloadUrl', 'status_reason', 'tags_admin']) assert.equal(key in json, false, key);
    }
    await ada.owner.delete(`/publishers/ada${path}`);
    for (const reader of [server.anonymous, ada.owner, moderator]) {
      const { json } = await reader.get(path);
      const { completeAnswers } = currentVariant().profile.compat;
      assert.deepEqual(json, {
        ...(completeAnswers ? { changelog: '', dependencies: [] } : {}),
        id: active.id,
        node_id: named,
        version: '1.0.0',
        status: 'NodeVersionStatusDeleted',
        createdAt: active.createdAt,
      });
    }
  });

  test('200: everybody reads what the package does in neutral sentences, and nothing of other rules', async () => {
    await publishFiles(server, ada, named, '1.0.0', {
      '__init__.py':
        'import os, subprocess\nos.system("ls")\nKEY = "http://user:secret@db.invalid/"\n\n\n' +
        'def install():\n    subprocess.run(["pip", "install", "x"])\n',
      'start.bat': 'python main.py\n',
    });
    const notices = [
      'Runs other programs when it is imported.',
      'Installs other packages while it runs.',
      'Holds scripts for Windows.',
    ];
    const version = (await server.anonymous.get(path)).json;
    assert.deepEqual([version.status, version.notices], ['NodeVersionStatusActive', notices]);
    const bulk = await server.anonymous.post('/bulk/nodes/versions', {
      node_versions: [{ node_id: id, version: '1.0.0' }],
    });
    assert.deepEqual(bulk.json.node_versions[0].node_version.notices, notices);
    assert.deepEqual((await server.anonymous.get(`/nodes/${id}`)).json.latest_version.notices, notices);
    await publishActive(server, ada, named, '2.0.0');
    assert.equal('notices' in (await server.anonymous.get(`/nodes/${id}/versions/2.0.0`)).json, false);
  });

  test('304: to who knows the ETag', async () => {
    await publishActive(server, ada, named, '1.0.0');
    const etag = (await server.anonymous.get(path)).headers.get('etag') ?? '';
    assert.equal((await server.anonymous.get(path, { 'if-none-match': etag })).status, 304);
  });

  test('403 and 404: a banned node, and what there is not', async () => {
    await publishActive(server, ada, named, '1.0.0');
    assertRefused(await server.anonymous.get('/nodes/none/versions/1.0.0'), 'node_not_found');
    for (const version of ['9.9.9', 'nightly', '%20', '1.0.1%2Bbuild']) {
      assertRefused(await server.anonymous.get(`/nodes/${id}/versions/${version}`), 'version_not_found');
    }
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusBanned' });
    assertRefused(await server.anonymous.get(path), 'node_banned');
  });
});
