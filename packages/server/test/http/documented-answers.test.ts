import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Endpoint, type EndpointName, endpoints, openapiDocument } from '@patchbay/contract';
import { Client, type Reply } from '../support/client.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { findUndocumented } from '../support/find-undocumented.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suite } from '../support/variants.ts';

/** The end of a session comes last, since the others need it. */
const all = (Object.entries(endpoints) as [EndpointName, Endpoint][]).sort(
  ([one], [other]) => Number(one === 'signOut') - Number(other === 'signOut'),
);

const values: Readonly<Record<string, string>> = {
  publisherId: 'ada',
  nodeId: 'my-node',
  version: '1.0.0',
  versionId: '1.0.0',
  appNodeName: 'Blur',
  file: '1.0.0.zip',
};
const fill = (path: string, parameter = (name: string) => values[name] ?? 'none'): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameter(name));

suite('documented answers', () => {
  test('every response of every endpoint is documented, errors included', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'my-node', '1.0.0');
    const moderator = await server.moderator();
    const large = JSON.stringify({ name: 'x'.repeat(4 * 1024 * 1024) });
    const tooLarge = await ada.owner.put('/publishers/ada/nodes/my-node', large);
    assert.equal(tooLarge.status, 413);
    assert.equal(findUndocumented('updateNode', endpoints.updateNode, tooLarge), undefined);
    const faults = new Set<string>();
    let serial = 0;
    for (const [name, endpoint] of all) {
      const { method, path } = endpoint;
      const look = (reply: Reply): Reply => {
        const fault = findUndocumented(name, endpoint, reply);
        if (fault !== undefined) faults.add(fault);
        return reply;
      };
      const caller = endpoint.tag === 'moderation' ? moderator : ada.owner;
      for (const { bearer } of [server.anonymous, caller]) {
        const client = new Client(server.url, bearer);
        const send = async (address: string, body?: unknown, headers: Record<string, string> = {}) => {
          serial += 1;
          const from = `10.9.${serial >> 8}.${serial & 255}`;
          return look(await client.send(method, address, body, { 'x-forwarded-for': from, ...headers }));
        };
        // Nothing is ended or deleted while the walk lasts.
        const isHarmless = method === 'GET' || (endpoint.body !== undefined && name !== 'updateUser');
        if (isHarmless) {
          const { headers } = await send(fill(path), method === 'GET' ? undefined : {});
          if (method === 'GET')
            await send(fill(path), undefined, { 'if-none-match': headers.get('etag') ?? '""' });
          await send(
            `${fill(path)}?limit=x&star=x&timestamp=x&version=9.9.9`,
            method === 'GET' ? undefined : {},
          );
        }
        await send(
          fill(path, () => 'nothing-there'),
          method === 'GET' ? undefined : {},
        );
        // To a stranger these bring out no other answers.
        if (bearer !== caller.bearer) continue;
        if (path.includes('{'))
          await send(
            fill(path, () => '%00'),
            method === 'GET' ? undefined : {},
          );
        if (method !== 'GET') {
          await send(
            fill(path, () => 'nothing-there'),
            '{',
          );
          await send(
            fill(path, () => 'nothing-there'),
            'x',
            { 'content-type': 'text/plain' },
          );
        }
        await send(
          fill(path, () => '%ff'),
          method === 'GET' ? undefined : {},
        );
        look(await client.send('PATCH', fill(path)));
      }
    }
    assert.deepEqual([...faults], []);
  });

  test('a package has its 200, 206, 302, 304 and 416 documented, with the headers they carry', async (t) => {
    const server = await startServer(t);
    const away = await startServer(t, { PACKAGES_PUBLIC_URL: 'https://cdn.example.org/' });
    const replies: Reply[] = [];
    for (const here of [server, away]) {
      await publishActive(here, await makePublisher(here, 'ada'), 'my-node', '1.0.0');
      replies.push(await here.anonymous.getHere(`${here.url}/packages/ada/my-node/1.0.0.zip`));
    }
    const get = (headers: Record<string, string>) =>
      server.anonymous.get('/packages/ada/my-node/1.0.0.zip', headers);
    const etag = replies[0]?.headers.get('etag') ?? '';
    replies.push(await get({ range: 'bytes=0-1' }), await get({ 'if-none-match': etag }));
    replies.push(await get({ range: 'bytes=-0' }));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 302, 206, 304, 416],
    );
    for (const reply of replies) {
      assert.equal(findUndocumented('downloadPackage', endpoints.downloadPackage, reply), undefined);
    }
    assert.ok(replies.at(-1)?.headers.has('content-range'));
  });

  test('a refusal carries the header that its error is documented with', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const { signedUrl } = await publishPending(ada, 'my-node', '1.0.0');
    const unknownToken = await ada.owner.post('/publishers/ada/nodes/my-node/versions', {
      personal_access_token: 'unknown',
      node: {},
      node_version: { version: '1.0.1' },
    });
    assert.equal(unknownToken.json.error, 'invalid_personal_access_token');
    assert.equal(unknownToken.headers.get('www-authenticate'), 'Bearer');
    assert.equal((await server.anonymous.get('/users')).headers.get('www-authenticate'), 'Bearer');
    assert.match((await server.anonymous.send('PATCH', '/users')).headers.get('allow') ?? '', /GET/);
    assert.equal((await server.anonymous.upload(signedUrl, new Uint8Array())).status, 422);
  });

  test('every operation documents what any request can meet', () => {
    const { paths } = openapiDocument(currentVariant().profile);
    const operations = Object.values(paths).flatMap((item) => Object.entries(item)) as [
      string,
      { operationId: string; responses: Record<string, { headers?: object }> },
    ][];
    for (const [method, { operationId, responses }] of operations) {
      for (const status of ['400', '405', '500', '503', ...(method === 'get' ? [] : ['415'])]) {
        assert.ok(status in responses, `${operationId}: ${status}`);
      }
      assert.ok('Allow' in (responses['405']?.headers ?? {}), operationId);
      assert.ok('Retry-After' in (responses['503']?.headers ?? {}), operationId);
      for (const [status, { headers }] of Object.entries(responses)) {
        assert.ok('X-Request-Id' in (headers ?? {}), `${operationId}: ${status}`);
      }
    }
  });
});
