import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const node = '/nodes/my-node';
const origin = 'https://elsewhere.example.org';

const listed = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .sort();

suite('wire', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'my-node', '1.0.0');
  const { anonymous } = server;

  test('a page of any origin may call, with the headers it needs and without cookies', async () => {
    const preflight = await anonymous.send('OPTIONS', '/publishers/ada/nodes/my-node', undefined, {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.equal(preflight.headers.has('access-control-allow-credentials'), false);
    assert.deepEqual(listed(preflight.headers, 'access-control-allow-headers'), [
      'authorization',
      'cache-control',
      'content-type',
      'expires',
      'idempotency-key',
      'if-none-match',
      'last-event-id',
      'pragma',
    ]);
    assert.deepEqual(listed(preflight.headers, 'access-control-allow-methods'), [
      'delete',
      'get',
      'head',
      'post',
      'put',
    ]);
  });

  test('a page of any origin reads answers and refusals, and their headers', async () => {
    const replies = [
      await anonymous.get(node, { origin }),
      await anonymous.get('/nodes/unknown', { origin }),
      await anonymous.get('/nowhere', { origin }),
      await anonymous.get('/users', { origin }),
      await anonymous.send('PATCH', node, undefined, { origin }),
      await anonymous.post('/bulk/nodes/versions', '{', { origin }),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 404, 404, 401, 405, 400],
    );
    for (const { headers, status } of replies) {
      assert.equal(headers.get('access-control-allow-origin'), '*', String(status));
      for (const name of ['etag', 'x-request-id', 'retry-after', 'link', 'x-total-count']) {
        assert.ok(listed(headers, 'access-control-expose-headers').includes(name), name);
      }
    }
  });

  test('OPTIONS without a question of CORS is answered as well', async () => {
    assert.equal((await anonymous.send('OPTIONS', node)).status, 204);
  });

  test('no cookie is set, and none is read', async () => {
    const signedIn = await anonymous.post('/auth/sign-up/email', {
      name: 'Cookie',
      email: 'cookie@example.org',
      password: 'correct horse battery',
    });
    assert.equal(signedIn.status, 200, signedIn.text);
    assert.equal(signedIn.headers.has('set-cookie'), false);
    const cookie = `better-auth.session_token=${signedIn.json.token}`;
    assert.equal((await anonymous.get('/users', { cookie })).status, 401);
  });

  test('every answer has a request id of its own, which the caller does not choose', async () => {
    const chosen = { 'x-request-id': 'chosen' };
    const ids = [await anonymous.get(node, chosen), await anonymous.get(node, chosen)].map(({ headers }) =>
      headers.get('x-request-id'),
    );
    assert.notEqual(ids[0], ids[1]);
    assert.ok(ids.every((id) => id !== null && id !== 'chosen'));
  });

  test('no browser guesses at the type of any answer', async () => {
    const package_ = '/packages/ada/my-node/1.0.0.zip';
    const etag = (await anonymous.get(node)).headers.get('etag') ?? '';
    const replies = [
      await anonymous.get(node),
      await anonymous.get(node),
      await anonymous.get(node, { 'if-none-match': etag }),
      await anonymous.send('HEAD', node),
      await ada.owner.get(node),
      await anonymous.post('/bulk/nodes/versions', { node_versions: [{ node_id: 'a', version: '1' }] }),
      await anonymous.get(package_, { range: 'bytes=0-1' }),
      await anonymous.get('/docs'),
      await anonymous.get('/docs/start.js'),
      await ada.owner.delete('/publishers/ada/nodes/my-node/versions/1.0.0'),
      await anonymous.send('OPTIONS', node),
      await anonymous.get(package_, { range: 'bytes=-0' }),
      await anonymous.post('/bulk/nodes/versions', '{'),
      await anonymous.get('/users'),
      await anonymous.get('/nowhere'),
      await anonymous.get('/nodes/%ff'),
      await anonymous.get(`/nodes/${'x'.repeat(1_001)}`),
      await anonymous.send('PATCH', node),
      await anonymous.send('POST', '/bulk/nodes/versions', 'x', { 'content-type': 'text/html' }),
    ];
    for (const { status, headers, text } of replies) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `${status} ${text}`);
    }
  });

  test('304 to a client with the current node, 200 once it changed', async () => {
    const first = await anonymous.get(node);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"[^"]+"$/);
    assert.equal(first.headers.get('cache-control'), 'public, no-cache');
    const again = await anonymous.get(node, { 'if-none-match': etag });
    assert.deepEqual([again.status, again.bytes.length, again.headers.get('etag')], [304, 0, etag]);
    assert.equal((await ada.owner.put('/publishers/ada/nodes/my-node', { name: 'New' })).status, 200);
    const changed = await anonymous.get(node, { 'if-none-match': etag });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), etag);
  });

  test('a response to a request with a token is never cached', async () => {
    assert.equal((await ada.owner.get(node)).headers.get('cache-control'), 'no-store');
    assert.equal((await ada.owner.get('/users')).headers.get('cache-control'), 'no-store');
  });

  test('HEAD is GET without the body', async () => {
    for (const path of [node, '/nodes/unknown', '/publishers', '/health']) {
      const got = await anonymous.get(path);
      const head = await anonymous.send('HEAD', path);
      assert.deepEqual([head.status, head.bytes.length], [got.status, 0], path);
      assert.equal(head.headers.get('content-length'), got.headers.get('content-length'), path);
      if (got.status === 200) assert.equal(head.headers.get('etag'), got.headers.get('etag'), path);
    }
  });

  test('a 304 has no length, to GET and HEAD', async () => {
    await publishActive(server, ada, 'my-node', '3.0.0');
    const paths = [node, '/publishers', '/packages/ada/my-node/3.0.0.zip', '/catalogue', '/n/my-node'];
    for (const path of paths) {
      const etag = (await anonymous.get(path)).headers.get('etag') ?? '';
      for (const method of ['GET', 'HEAD']) {
        const known = await anonymous.send(method, path, undefined, { 'if-none-match': etag });
        assert.deepEqual(
          [known.status, known.headers.get('content-length')],
          [304, null],
          `${method} ${path}`,
        );
        assert.equal(known.headers.get('transfer-encoding'), null, `${method} ${path}`);
      }
    }
  });

  test('a slash at the end makes no difference', async () => {
    for (const path of [node, '/publishers', '/health', '/users/publishers']) {
      const [bare, slashed] = [await ada.owner.get(path), await ada.owner.get(`${path}/`)];
      assert.deepEqual([slashed.status, slashed.text], [bare.status, bare.text], path);
    }
    assert.equal((await anonymous.post('/bulk/nodes/versions/', { node_versions: [] })).status, 200);
    assert.equal((await anonymous.send('PATCH', `${node}/`)).status, 405);
  });
});
