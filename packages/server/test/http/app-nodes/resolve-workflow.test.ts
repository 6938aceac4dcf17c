import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { type ResolvedWorkflow, limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../../support/variants.ts';

interface Used {
  type: string;
  properties?: { cnr_id?: string; aux_id?: string; ver?: string };
}

suiteOnBoth('resolve-workflow', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  let name: string;
  beforeEach(() => {
    name = uniqueId('Blur //fast');
  });
  const send = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    fetch(`${server.url}/workflows/resolve`, { method: 'POST', headers: { 'content-type': type }, body });
  const resolve = async (workflow: object | string | Uint8Array<ArrayBuffer>): Promise<ResolvedWorkflow> => {
    const isRaw = typeof workflow === 'string' || workflow instanceof Uint8Array;
    const reply = await send(isRaw ? workflow : JSON.stringify(workflow));
    const text = await reply.text();
    assert.equal(reply.status, 200, text);
    return JSON.parse(text) as ResolvedWorkflow;
  };
  const graph = (...nodes: Used[]) => ({ nodes, links: [], version: 0.4 });
  const provide = async (names: readonly string[] = [name], version = '1.0.0', nodeId = uniqueId('Node')) => {
    await publishActive(server, ada, nodeId, version);
    const body = { app_nodes: names.map((app_node_name) => ({ app_node_name })) };
    const reply = await moderator.put(`/admin/nodes/${nodeId}/versions/${version}/app-nodes`, body);
    assert.equal(reply.status, 200, reply.text);
    return nodeId;
  };
  const neededOf = ({ nodes }: ResolvedWorkflow) =>
    nodes.map(({ node, version, version_reason: why, names }) => [
      node.id,
      version,
      why,
      names.map((one) => `${one.name}: ${one.reason}`).join(),
    ]);

  test('200: what provides the app-nodes, with reasons and candidates; the rest by what it is', async () => {
    const first = await provide();
    const second = await provide();
    const [builtIn] = currentVariant().profile.builtInAppNodes;
    const used: Used[] = [
      { type: name },
      { type: name },
      { type: 'HostOnly', properties: { cnr_id: 'comfy-core', ver: '0.3.0' } },
      { type: 'None //x' },
      { type: 'x'.repeat(501) },
      ...(builtIn === undefined ? [] : [{ type: builtIn }]),
    ];
    assert.deepEqual(await resolve(graph(...used)), {
      nodes: [
        {
          node: { id: first, publisher_id: 'ada', latest_version: '1.0.0' },
          version: '1.0.0',
          version_reason: 'latest',
          names: [
            {
              name,
              reason: 'first',
              candidates: [{ id: second, publisher_id: 'ada', latest_version: '1.0.0' }],
            },
          ],
        },
      ],
      built_in: ['HostOnly', ...(builtIn === undefined ? [] : [builtIn])],
      unknown: ['None //x', 'x'.repeat(501)],
      missing: [],
      may_use_host: builtIn === undefined,
    });
  });

  test('200: the node that the file names, by any of its ids, by its repository, and in a prompt', async () => {
    await provide();
    const second = await provide();
    const ofRepository = await provide();
    const former = uniqueId('former');
    await moderator.put(`/publishers/ada/nodes/${ofRepository}`, {
      repository: 'https://github.com/Mara/Nodes.git',
    });
    await moderator.post(`/publishers/ada/nodes/${second}/rename`, { id: former, reason: 'Asked.' });
    const check = async (workflow: object, node: string) =>
      assert.deepEqual(neededOf(await resolve(workflow)), [[node, '1.0.0', 'latest', `${name}: workflow`]]);
    for (const cnr_id of [second.toUpperCase(), former])
      await check(graph({ type: name, properties: { cnr_id } }), former);
    await check({ 3: { class_type: name, inputs: {}, _meta: { cnr_id: second } } }, former);
    for (const aux_id of [`somebody/${former}`, `somebody/${former}.git`])
      await check(graph({ type: name, properties: { aux_id, ver: '3f2a9c1d' } }), former);
    await check(graph({ type: name, properties: { aux_id: 'mara/nodes' } }), ofRepository);
  });

  test('200: a node that the file names for app-nodes that only the browser knows, and one that lost them', async () => {
    const web = await provide([]);
    const other = uniqueId('Sharpen');
    const lost = await provide([other]);
    await provide([name], '2.0.0', lost);
    const now = await provide([other]);
    const properties = (cnr_id: string) => ({ cnr_id });
    assert.deepEqual(
      neededOf(
        await resolve(
          graph(
            { type: 'Set //x', properties: properties(web) },
            { type: other, properties: { cnr_id: lost, ver: '1.0.0' } },
            { type: other, properties: properties(web) },
          ),
        ),
      ),
      [
        [web, '1.0.0', 'latest', 'Set //x: workflow'],
        [lost, '1.0.0', 'named', `${other}: workflow`],
      ],
    );
    const stranger = await resolve(graph({ type: other, properties: properties(web) }));
    assert.deepEqual(neededOf(stranger), [[now, '1.0.0', 'latest', `${other}: only`]]);
  });

  test('200: nodes that the file names and the registry does not have', async () => {
    const hidden = await provide([]);
    await moderator.put(`/publishers/ada/nodes/${hidden}`, { status: 'NodeStatusBanned' });
    const found = await resolve(
      graph(
        { type: 'A //x', properties: { cnr_id: 'Not-There', ver: '1.0.0' } },
        { type: 'B //x', properties: { cnr_id: 'not-there' } },
        { type: 'C //x', properties: { aux_id: 'someone/elsewhere', ver: 'abcdef' } },
        { type: 'D //x', properties: { cnr_id: hidden } },
      ),
    );
    assert.deepEqual(found.missing, [
      { id: 'Not-There', version: '1.0.0', names: ['A //x', 'B //x'] },
      { id: 'someone/elsewhere', version: 'abcdef', names: ['C //x'] },
      { id: hidden, names: ['D //x'] },
    ]);
    assert.deepEqual(found.unknown, ['A //x', 'B //x', 'C //x', 'D //x']);
  });

  test('200: the version that it names if that is Active, else the nearest', async () => {
    const id = await provide([name], '1.0.0');
    for (const version of ['1.2.0', '1.4.0', '1.5.0-rc.1', '1.9.0', '2.0.0', '0.4.1', '0.5.0'])
      await provide([name], version, id);
    await ada.owner.delete(`/publishers/ada/nodes/${id}/versions/1.2.0`);
    await ada.owner.put(`/publishers/ada/nodes/${id}/versions/1.9.0`, { deprecated: true });
    for (const [ver, version, why] of [
      ['1.0.0', '1.0.0', 'named'],
      ['v1.0', '1.0.0', 'named'],
      ['1.9.0', '1.9.0', 'named'],
      ['1.5.0-rc.1', '1.5.0-rc.1', 'named'],
      ['1.2.0', '1.4.0', 'compatible'],
      ['1.3.0', '1.4.0', 'compatible'],
      ['1.8.0', '1.9.0', 'compatible'],
      ['0.4.0', '0.4.1', 'compatible'],
      ['0.4.2', '2.0.0', 'latest'],
      ['3.0.0', '2.0.0', 'latest'],
      ['nightly', '2.0.0', 'latest'],
      ['3f2a9c1d', '2.0.0', 'latest'],
    ]) {
      const { nodes } = await resolve(graph({ type: name, properties: { cnr_id: id, ver: String(ver) } }));
      const [found] = nodes;
      assert.deepEqual([found?.version, found?.version_reason, found?.named_version], [version, why, ver]);
    }
    await ada.owner.post('/publishers/ada/nodes', { id: `${id}-empty` });
    const { nodes } = await resolve(graph({ type: 'E //x', properties: { cnr_id: `${id}-empty` } }));
    assert.deepEqual(nodes[0]?.node, { id: `${id}-empty`, publisher_id: 'ada' });
    assert.equal(nodes[0].version, undefined);
  });

  test('200: as the host and its tools write it: wrapped, nested, with NaN, in UTF-16', async () => {
    const id = await provide();
    const prompt = { 1: { class_type: name, inputs: {} } };
    const inner = {
      id: 'a9b8',
      nodes: [{ type: 'c7d6' }],
      definitions: { subgraphs: [{ id: 'c7d6', nodes: [{ type: name }] }] },
    };
    const files: (object | string | Uint8Array<ArrayBuffer>)[] = [
      { prompt },
      { workflow: graph({ type: name }), output: prompt },
      { workflow: JSON.stringify(graph({ type: name })) },
      { ...graph({ type: 'a9b8' }), definitions: { subgraphs: [inner] } },
      `\ufeff${JSON.stringify(prompt)}`,
      new Uint8Array(Buffer.from(`\ufeff${JSON.stringify(prompt)}`, 'utf16le')),
      `{"1":{"class_type":${JSON.stringify(name)},"inputs":{"a":NaN,"b":-Infinity}}}`,
      JSON.stringify({ ...prompt, ['__proto__']: { class_type: name } }),
    ];
    for (const file of files) assert.deepEqual((await resolve(file)).nodes[0]?.node.id, id);
    const large = { ...graph({ type: name }), extra: { picture: 'x'.repeat(3 * 1024 ** 2) } };
    assert.equal((await resolve(large)).nodes.length, 1);
    const many = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, index) => [index, { class_type: `None ${index} //x` }]),
    );
    assert.equal((await resolve({ ...many, ...prompt })).unknown.length, 3_999);
  });

  test('400: what is no workflow, or too much of one', async () => {
    const nodes = Array.from({ length: limits.workflowNamesMax + 1 }, (_, index) => ({ type: `${index}` }));
    for (const [text, says] of [
      ['', /not JSON/],
      ['{"nodes":', /not JSON/],
      ['{}', /no workflow of the host/],
      ['[]', /no workflow of the host/],
      [JSON.stringify({ nodes }), /more than 5000 [a-z]+-nodes/],
      [`{"nodes":[${'[],'.repeat(limits.bodyContainersMax)}0]}`, /lists and objects/],
      [
        `{"prompt":${JSON.stringify(`[${'[],'.repeat(limits.bodyContainersMax)}0]`)}}`,
        /no workflow|lists and objects/,
      ],
      [`{${'"a":0,'.repeat(limits.workflowKeysMax + 1)}"b":0}`, /keys/],
    ] as const) {
      const reply = await send(text);
      const body = (await reply.json()) as { error: string; message: string; details?: unknown[] };
      assert.deepEqual([reply.status, body.error], [400, 'invalid_request'], text.slice(0, 50));
      assert.match(body.message, says);
    }
  });

  test('413 and 415: a file over the limit, and what is not sent as JSON', async () => {
    const long = await send(JSON.stringify({ nodes: [], extra: 'x'.repeat(limits.workflowBytesMax) }));
    assert.equal(((await long.json()) as { error: string }).error, 'body_too_large');
    assert.equal((await send('{"nodes":[]}', 'text/plain')).status, 415);
    assertRefused(await server.anonymous.get('/workflows/resolve'), 'method_not_allowed');
  });
});

suiteOnBoth('rates of resolve-workflow', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });
  server.clock.stop();

  test('200: a request takes twenty tokens, and more for a long file', async () => {
    const small = await server.anonymous.post('/workflows/resolve', { nodes: [] });
    assert.match(small.headers.get('ratelimit') ?? '', /"reads";r=9980;/);
    const file = { nodes: [], extra: 'x'.repeat(100 * limits.bodyBytesPerToken) };
    const large = await server.anonymous.post('/workflows/resolve', file);
    assert.match(large.headers.get('ratelimit') ?? '', /"reads";r=98[67]\d;/);
  });
});
