import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { builtInProfiles, endpoints, fetchInNamesOf, wiresOf, writePath } from '@patchbay/contract';

const { app, comfyui } = builtInProfiles;
const wires = wiresOf(comfyui);
const url = 'http://registry.example.org/base/';

/** A fetch in the names of comfyui, and what it sent. */
const recording = (reply: object | null = {}, status = 200) => {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  const send = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    sent.push({ url: input instanceof Request ? input.url : input.toString(), init });
    return reply === null ? new Response(null, { status }) : Response.json(reply, { status });
  };
  return { sent, fetch: fetchInNamesOf(comfyui, url, send) };
};

suite('a fetch in the names of a profile', () => {
  test('asks at the path of each endpoint in the host’s names, whatever the parameters hold', async () => {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const params = new Proxy({}, { get: () => 'an app-node/ä' });
      const { sent, fetch } = recording();
      const { method, path: ours }: { method: string; path: string } = endpoint;
      await fetch(`http://registry.example.org/base${writePath(ours)(params)}?limit=1&limit=2`, { method });
      const { path } = wires[name as keyof typeof wires];
      const expected = `http://registry.example.org/base${writePath(path)(params)}?limit=1&limit=2`;
      assert.equal(sent[0]?.url, expected, name);
    }
  });

  test('renames the query, the body and the response, and no text of a caller', async () => {
    const reply = { id: 'x', supported_comfyui_version: '>=1', description: 'comfy-node' };
    const { sent, fetch } = recording(reply);
    const body = JSON.stringify({ supported_app_version: '>=1', description: 'app-node' });
    const path = '/base/publishers/ada/nodes/x';
    const response = await fetch(`http://registry.example.org${path}`, { method: 'PUT', body });
    assert.deepEqual(JSON.parse(sent[0]?.init?.body as string), {
      supported_comfyui_version: '>=1',
      description: 'app-node',
    });
    assert.deepEqual(await response.json(), {
      id: 'x',
      supported_app_version: '>=1',
      description: 'comfy-node',
    });
    await fetch('http://registry.example.org/base/nodes/search?app_node_search=app_node');
    assert.equal(sent[1]?.url, 'http://registry.example.org/base/nodes/search?comfy_node_search=app_node');
  });

  test('renames what a dry run sends as a form, and its response', async () => {
    const { sent, fetch } = recording({ package: { faults: [], comfy_nodes: 2 } });
    const form = new FormData();
    form.append('publish', JSON.stringify({ node_version: { supported_app_version: '>=1' } }));
    form.append('package', new Blob(['PK']), 'package.zip');
    const path = '/base/publishers/ada/nodes/x/versions?dry_run=true';
    const response = await fetch(`http://registry.example.org${path}`, { method: 'POST', body: form });
    assert.deepEqual(await response.json(), { package: { faults: [], app_nodes: 2 } });
    const parts = sent[0]?.init?.body as FormData;
    assert.deepEqual(JSON.parse(parts.get('publish') as string), {
      node_version: { supported_comfyui_version: '>=1' },
    });
    assert.equal((parts.get('package') as File).name, 'package.zip');
  });

  test('renames errors', async () => {
    const { fetch } = recording({ error: 'comfy_node_not_found', message: 'No comfy-node is here.' }, 404);
    const response = await fetch('http://registry.example.org/base/nodes/x');
    assert.deepEqual(
      [response.status, await response.json()],
      [404, { error: 'app_node_not_found', message: 'No app-node is here.' }],
    );
  });

  test('leaves alone what has no body, what is no JSON and what is elsewhere', async () => {
    const empty = recording(null, 204);
    assert.equal((await empty.fetch('http://registry.example.org/base/nodes/x')).status, 204);
    const { sent, fetch } = recording({ comfy_nodes: [] });
    const elsewhere = await fetch('http://store.example.org/nodes/x?app_node_search=1', { method: 'GET' });
    assert.deepEqual(await elsewhere.json(), { comfy_nodes: [] });
    assert.equal(sent[0]?.url, 'http://store.example.org/nodes/x?app_node_search=1');
    assert.equal(fetchInNamesOf(app, url, fetch), fetch);
  });
});
