import assert from 'node:assert/strict';
import { after, beforeEach, suite, test } from 'node:test';
import { makePublisher, uniqueId, zip } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';

/** The node of one test, as it is written and as it is looked for. */
let written = '';
let id = '';
let path = '';

/** What the publish tool sends for a project that says little: every key each time, unset ones empty. */
const publication = (token: string, version: string, { node = {}, node_version = {} } = {}) => ({
  personal_access_token: token,
  node: {
    id: written,
    description: '',
    icon: '',
    banner_url: '',
    name: '',
    license: '{}',
    repository: '',
    supported_os: [],
    supported_accelerators: [],
    supported_comfyui_version: '',
    supported_comfyui_frontend_version: '',
    ...node,
  },
  node_version: { version, dependencies: [], ...node_version },
});

const noCache = { 'cache-control': 'no-cache', pragma: 'no-cache', expires: '0' };

suite('clients of comfyui', async () => {
  const server = await startServer({ after }, { HOST_PROFILE: 'comfyui' });
  const ada = await makePublisher(server, 'ada');
  const { anonymous } = server;
  beforeEach(() => {
    written = uniqueId('My-Node');
    id = written.toLowerCase();
    path = `/publishers/ada/nodes/${written}/versions`;
  });
  const packageOf = (version: string) =>
    zip({
      'pyproject.toml': `[project]\nname = "${id}"\nversion = "${version}"\n`,
      '__init__.py': 'class Blur:\n    pass\n\nNODE_CLASS_MAPPINGS = {"Blur app_node": Blur}\n',
    });
  const publish = async (version: string, declared = version, mediaType = 'application/zip') => {
    const published = await anonymous.post(path, publication(ada.token, version));
    assert.equal(published.status, 201, published.text);
    const bytes = await packageOf(declared);
    const uploaded = await anonymous.upload(published.json.signedUrl, bytes, { 'content-type': mediaType });
    assert.equal(uploaded.status, 200, uploaded.text);
    await server.settle();
    return bytes;
  };

  test('publish without a Bearer, upload, install, download, as the tools do', async () => {
    const published = await anonymous.post(
      path,
      publication(ada.token, '1.0', { node_version: { changelog: 'First.' } }),
    );
    assert.equal(published.status, 201, published.text);
    const { node_version, signedUrl } = published.json;
    assert.equal(typeof node_version.id, 'string');
    assert.deepEqual([node_version.version, node_version.changelog], ['1.0.0', 'First.']);

    const bytes = await packageOf('1.0');
    const uploaded = await anonymous.upload(signedUrl, bytes, { 'content-type': 'application/gzip' });
    assert.equal(uploaded.status, 200, uploaded.text);
    await server.settle();

    for (const wanted of [
      '',
      '?version=1.0.0',
      '?version=1.0',
      '?version=1',
      '?version=v1.0.0&latest=true',
    ]) {
      const installed = await anonymous.get(`/nodes/${id}/install${wanted}`, noCache);
      assert.equal(installed.status, 200, installed.text);
      const { id: versionId, version, changelog, dependencies, deprecated, downloadUrl } = installed.json;
      assert.deepEqual([versionId, version, changelog], [node_version.id, '1.0.0', 'First.']);
      assert.deepEqual([dependencies, deprecated], [[], false]);
      assert.deepEqual((await anonymous.get(downloadUrl)).bytes, bytes);
    }
    const loose = await anonymous.get(`/packages/ada/${id}/v1.0.zip`);
    assert.deepEqual([loose.status, loose.bytes], [200, bytes]);
  });

  test('the change of such a publish is of the token’s holder', async () => {
    await anonymous.post(path, publication(ada.token, '1.0.0'));
    const moderator = await server.moderator();
    const { changes } = (await moderator.get('/admin/changes?limit=1000')).json;
    const { actor } = changes.find(({ action }) => action === 'version.published');
    assert.match(actor, /^token:/);
  });

  test('a header that is sent must be good, and so must the token', async () => {
    const stale = { authorization: 'Bearer stale' };
    const basic = { authorization: 'Basic YTpi' };
    for (const headers of [stale, basic]) {
      const reply = await anonymous.post(path, publication(ada.token, '8.0.0'), headers);
      assert.deepEqual([reply.status, reply.json.error], [401, 'unauthenticated']);
    }
    const unknown = await anonymous.post(path, publication('pbp_unknown', '8.0.0'));
    assert.deepEqual([unknown.status, unknown.json.error], [401, 'invalid_personal_access_token']);
    const bob = await makePublisher(server, 'bob');
    const foreign = await anonymous.post(path, publication(bob.token, '8.0.0'));
    assert.deepEqual([foreign.status, foreign.json.error], [403, 'forbidden']);
  });

  test('a number is taken in all its forms, and its forms are one version everywhere', async () => {
    await publish('2.0', '2', 'application/gzip');
    for (const version of ['2', 'v2.0', '2.0.0']) {
      const again = await anonymous.post(path, publication(ada.token, version));
      assert.deepEqual([again.status, again.json.error], [409, 'version_exists'], version);
    }
    for (const version of ['2', '2.0', 'v2.0.0']) {
      const found = await anonymous.get(`/nodes/${id}/versions/${version}`);
      assert.deepEqual([found.status, found.json.version], [200, '2.0.0']);
      const list = await anonymous.get(`/nodes/${id}/versions/${version}/comfy-nodes`);
      assert.equal(list.json.comfy_nodes[0].comfy_node_name, 'Blur app_node', 'names of publishers stay');
    }
    const { json } = await anonymous.post('/bulk/nodes/versions', {
      node_versions: ['2', 'v2.0', '2.0.0', '2.0.0.0', 'nightly'].map((version) => ({
        node_id: id,
        version,
      })),
    });
    assert.deepEqual(
      json.node_versions.map(
        ({ identifier, status }: { identifier: { version: string }; status: string }) =>
          `${identifier.version} ${status}`,
      ),
      ['2 success', 'v2.0 success', '2.0.0 success', '2.0.0.0 not_found', 'nightly not_found'],
    );
    const updated = await ada.owner.put(`${path}/v2`, { deprecated: true });
    assert.deepEqual([updated.status, updated.json.deprecated], [200, true]);
    assert.equal((await ada.owner.delete(`${path}/2.0`)).status, 204);
  });

  test('a package that says another version is still refused, in its own words', async () => {
    const published = await anonymous.post(path, publication(ada.token, '3.0'));
    const reply = await anonymous.upload(published.json.signedUrl, await packageOf('3.1'));
    assert.deepEqual([reply.status, reply.json.error], [422, 'package_mismatch']);
    assert.match(reply.json.message, /"3\.1".*"3\.0\.0"/);
  });

  test('an unset value never overwrites what was edited, and none of null is an error', async () => {
    assert.equal((await anonymous.post(path, publication(ada.token, '1.0.0'))).status, 201);
    const edited = { license: '{"file": "LICENSE"}', description: 'Edited.', supported_os: ['Linux'] };
    const before = await ada.owner.put(`/publishers/ada/nodes/${id}`, {
      ...edited,
      supported_comfyui_version: '>=1',
    });
    assert.equal(before.status, 200, before.text);
    const unset = { supported_os: null, repository: null, description: null };
    for (const node of [{}, unset]) {
      const reply = await anonymous.post(path, publication(ada.token, '4.0.0', { node }));
      assert.equal(reply.status, 201, reply.text);
      const json: Record<string, unknown> = (await anonymous.get(`/nodes/${id}`)).json;
      for (const [key, value] of Object.entries(edited)) assert.deepEqual(json[key], value, key);
      assert.equal(json['supported_comfyui_version'], '>=1');
    }
  });

  test('every node of a list has id, name, description and the name of its publisher', async () => {
    const made = await ada.owner.post('/publishers', { id: 'nameless' });
    assert.equal(made.status, 201, made.text);
    await ada.owner.post('/publishers/nameless/nodes', { id: 'Bare' });
    const query = 'page=1&limit=30&comfyui_version=v0.3.50&form_factor=git-linux&latest=true';
    const { status, json } = await ada.owner.get(`/publishers/nameless/nodes/v2?${query}`, noCache);
    assert.equal(status, 200);
    const [node] = json.nodes;
    const { name, description, publisher } = node;
    assert.deepEqual([node.id, name, description, publisher.name], ['Bare', 'Bare', '', 'nameless']);
  });

  test('the neutral addresses and names are not there', async () => {
    await anonymous.post(
      path,
      publication(ada.token, '1.0.0', { node: { supported_comfyui_version: '>=1' } }),
    );
    const neutral = await anonymous.get(`/nodes/${id}/versions/1.0.0/app-nodes`);
    assert.deepEqual([neutral.status, neutral.json.error], [404, 'not_found']);
    const kept = await ada.owner.put(`/publishers/ada/nodes/${id}`, { supported_app_version: '>=9' });
    const json: Record<string, unknown> = kept.json;
    assert.deepEqual([kept.status, json['supported_comfyui_version']], [200, '>=1']);
  });

  test('faults are named as the host spells them', async () => {
    await publish('1.0');
    const reply = await ada.owner.put(`/publishers/ada/nodes/${id}`, { supported_comfyui_version: 1 });
    assert.deepEqual(reply.json.details, [
      { path: '/supported_comfyui_version', message: 'must be a string or null' },
    ]);
    const field = await ada.owner.put(`/publishers/ada/nodes/${id}`, { preempted_comfy_node_names: ['a'] });
    assert.match(field.json.message, /preempted_comfy_node_names/);
    assert.equal(field.json.details[0].path, '/preempted_comfy_node_names');
    const missing = await anonymous.get(`/nodes/${id}/versions/1/comfy-nodes/my%20app-node`);
    assert.equal(missing.json.error, 'comfy_node_not_found');
    assert.match(missing.json.message, /has no comfy-node "my app-node"/);
  });
});
