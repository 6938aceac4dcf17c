import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { type ResolvedAppNode, limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('resolve-app-nodes', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { anonymous } = server;
  let name: string;
  beforeEach(() => {
    name = uniqueId('Blur //fast');
  });
  const ask = (names: unknown) => anonymous.post('/bulk/app-nodes/nodes', { names });
  const resolve = async (...names: string[]): Promise<ResolvedAppNode[]> => {
    const reply = await ask(names);
    assert.equal(reply.status, 200, reply.text);
    return reply.json.results;
  };
  const provide = async (names: readonly string[] = [name], version = '1.0.0', nodeId = uniqueId('Node')) => {
    await publishActive(server, ada, nodeId, version);
    const body = { app_nodes: names.map((app_node_name) => ({ app_node_name })) };
    const reply = await moderator.put(`/admin/nodes/${nodeId}/versions/${version}/app-nodes`, body);
    assert.equal(reply.status, 200, reply.text);
    return nodeId;
  };
  const edit = async (nodeId: string, body: object) => {
    const reply = await moderator.put(`/publishers/ada/nodes/${nodeId}`, body);
    assert.equal(reply.status, 200, reply.text);
  };

  test('200: one item per name, in order, with duplicates, each name as sent', async () => {
    const other = uniqueId('Other');
    const node = await provide([name, other], '1.2.0');
    const found = await resolve(other, 'none', name, other, name.toLowerCase());
    assert.deepEqual(
      found.map((item) => [item.name, item.status]),
      [
        [other, 'success'],
        ['none', 'not_found'],
        [name, 'success'],
        [other, 'success'],
        [name.toLowerCase(), 'not_found'],
      ],
    );
    assert.deepEqual(found[2], {
      name,
      status: 'success',
      node: { id: node, publisher_id: 'ada', latest_version: '1.2.0' },
      provider_reason: 'only',
      candidates: [],
    });
  });

  test('200: the node and the reason are those of the single read, the others follow in order', async () => {
    const nodes = [await provide(), await provide(), await provide()];
    const check = async (order: readonly number[], reason: string) => {
      const [item] = await resolve(name);
      const ids = [item?.node, ...(item?.candidates ?? [])].map((node) => node?.id);
      assert.deepEqual([ids, item?.provider_reason], [order.map((index) => nodes[index]), reason]);
      const single = (await anonymous.get(`/app-nodes/${encodeURIComponent(name)}/node`)).json;
      assert.deepEqual([single.id, single.provider_reason], [ids[0], reason]);
    };
    await check([0, 1, 2], 'first');
    await edit(nodes[2] ?? '', { search_ranking: 5 });
    await check([2, 0, 1], 'search_ranking');
    await edit(nodes[1] ?? '', { preempted_app_node_names: [name] });
    await check([1, 2, 0], 'preempted');
    await edit(nodes[1] ?? '', { status: 'NodeStatusBanned' });
    await check([2, 0], 'search_ranking');
  });

  test('200: a node that only preempts the name, and one without a version', async () => {
    const node = uniqueId('claims');
    await ada.owner.post('/publishers/ada/nodes', { id: node });
    await edit(node, { preempted_app_node_names: [name] });
    assert.deepEqual((await resolve(name))[0]?.node, { id: node, publisher_id: 'ada' });
  });

  test('200: a banned app-node is offered by no item', async () => {
    const node = await provide();
    const put = (policy: string) =>
      moderator.put(`/nodes/${node}/versions/1.0.0/app-nodes/${encodeURIComponent(name)}`, { policy });
    await put('AppNodePolicyBanned');
    assert.equal((await resolve(name))[0]?.status, 'not_found');
    await put('AppNodePolicyLocalOnly');
    assert.equal((await resolve(name))[0]?.status, 'success');
  });

  test("200: the host's own app-nodes need no node, even if one provides the name", async () => {
    const [builtIn] = currentVariant().profile.builtInAppNodes;
    const sent = builtIn ?? name;
    await provide([sent]);
    const { results, built_in_known: isKnown } = (await ask([sent])).json;
    assert.deepEqual(
      [results[0].status, isKnown],
      builtIn === undefined ? ['success', false] : ['built_in', true],
    );
  });

  test('200: of many that provide a name, no more than the limit', async () => {
    const nodes: string[] = [];
    for (let index = 0; index < limits.candidatesMax + 2; index += 1) nodes.push(await provide());
    const [item] = await resolve(name);
    assert.deepEqual(
      [item?.node, ...(item?.candidates ?? [])].map((node) => node?.id),
      nodes.slice(0, limits.candidatesMax + 1),
    );
  });

  test('200: texts that no name can be are not found, and come back unchanged', async () => {
    const odd = [
      '',
      'a\0b',
      '\ud800',
      '__proto__',
      "'; drop table nodes; --",
      '🎛'.repeat(500),
      '%',
      '["x",""]',
    ];
    assert.deepEqual(
      await resolve(...odd),
      odd.map((text) => ({ name: text, status: 'not_found' })),
    );
  });

  test('200: none, and a thousand', async () => {
    assert.deepEqual(await resolve(), []);
    const node = await provide();
    const names = Array.from({ length: limits.bulkItemsMax }, (_, index) =>
      index % 2 === 0 ? name : `none-${index}`,
    );
    const found = await resolve(...names);
    assert.deepEqual(
      found.map((item) => item.node?.id),
      names.map((sent) => (sent === name ? node : undefined)),
    );
  });

  test('400: a thousand and one, and what is no list of texts of at most 500 characters', async () => {
    assertRefused(await ask(Array.from({ length: limits.bulkItemsMax + 1 }, () => 'x')), 'invalid_request');
    const faults: [unknown, string][] = [
      [undefined, '/names'],
      ['x', '/names'],
      [['x', 1], '/names/1'],
      [[null], '/names/0'],
      [['x'.repeat(limits.appNodeNameCharsMax + 1)], '/names/0'],
    ];
    for (const [sent, path] of faults) {
      const reply = await ask(sent);
      assertRefused(reply, 'invalid_request', path);
      assert.deepEqual(
        reply.json.details.map((detail: { path: string }) => detail.path),
        [path],
      );
    }
  });

  test('413: a body over the limit of a bulk', async () => {
    const names = Array.from({ length: limits.bulkItemsMax }, () => 'é'.repeat(300));
    assertRefused(await ask(names), 'body_too_large');
  });
});

suiteOnBoth('rates of resolve-app-nodes', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });
  server.clock.stop();

  test('200: a request takes a token for each hundred names', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `none-${index}`);
    const { headers } = await server.anonymous.post('/bulk/app-nodes/nodes', { names });
    assert.match(headers.get('ratelimit') ?? '', /"reads";r=9990;/);
  });
});
