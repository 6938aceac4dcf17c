import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import {
  ConnectionError,
  RegistryError,
  TimeoutError,
  bulkGetVersions,
  createClient,
  createPublisher,
  createToken,
  getHealth,
  listTokens,
  signIn,
} from '@patchbay/client';
import { uniqueId } from '../../server/test/support/build.ts';
import { openRegistry } from './open-registry.ts';
import { breakOff, passAndBreakOff, refuse, startFront, staySilent } from './start-front.ts';

const now = { 'retry-after': '0' };

suite('retries', async () => {
  const registry = await openRegistry({ after });

  test('a read outlives 429, 503 and lost connections', async (t) => {
    const front = await startFront(t, registry.server.url, [refuse(429, now), refuse(503, now), breakOff]);
    assert.equal((await getHealth(createClient({ url: front.url }))).status, 'ok');
    assert.equal(front.requests.length, 4);
  });

  test('after `retries` attempts the last error is thrown', async (t) => {
    const front = await startFront(
      t,
      registry.server.url,
      [1, 2, 3].map(() => refuse(503, now)),
    );
    const failed = getHealth(createClient({ url: front.url, retries: 2 }));
    await assert.rejects(failed, (error) => error instanceof RegistryError && error.status === 503);
    assert.equal(front.requests.length, 3);
  });

  test('a POST without a key is not repeated after 503 or a lost connection, since the registry may have acted on it', async (t) => {
    for (const fault of [refuse(503, now), breakOff]) {
      const front = await startFront(t, registry.server.url, [fault]);
      const client = createClient({ url: front.url });
      await assert.rejects(signIn(client, { body: { email: 'ada@example.org', password: 'wrong' } }));
      assert.equal(front.requests.length, 1);
    }
  });

  test('a POST that changes something is repeated under one key, and happens once', async (t) => {
    const { id, owner } = await registry.publisher();
    const { url } = registry.server;
    const front = await startFront(t, url, [breakOff, refuse(503, now), passAndBreakOff(url)]);
    const client = createClient({ url: front.url, token: owner.token });
    const made = await createToken(client, { publisherId: id, body: { name: 'once' } });
    const tokens = await listTokens(owner, { publisherId: id });
    assert.deepEqual(
      tokens.filter(({ name }) => name === 'once').map((token) => token.id),
      [made.id],
    );
    const keys = front.requests.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size], [4, 1]);
    await createToken(client, { publisherId: id, body: { name: 'another' } });
    assert.notEqual(front.requests.at(-1)?.headers['idempotency-key'], keys[0]);
  });

  test('an attempt whose predecessor is still in progress is repeated', async (t) => {
    const { id, owner } = await registry.publisher();
    const front = await startFront(t, registry.server.url, [refuse(409, { 'retry-after': '1' })]);
    await createToken(createClient({ url: front.url, token: owner.token }), {
      publisherId: id,
      body: { name: 'later' },
    });
    assert.equal(front.requests.length, 2);
  });

  test('a POST is repeated after 429, which comes before the registry acts, and always if it only reads', async (t) => {
    const { owner } = await registry.publisher();
    const id = uniqueId('again');
    const limited = await startFront(t, registry.server.url, [refuse(429, now)]);
    const made = await createPublisher(createClient({ url: limited.url, token: owner.token }), {
      body: { id },
    });
    assert.equal(made.id, id);
    const broken = await startFront(t, registry.server.url, [breakOff, refuse(503, now)]);
    const found = await bulkGetVersions(createClient({ url: broken.url }), { body: { node_versions: [] } });
    assert.deepEqual(found.node_versions, []);
  });

  test('other errors and long waits are not repeated', async (t) => {
    for (const fault of [
      refuse(500),
      refuse(502, {}, '<h1>Bad gateway</h1>'),
      refuse(429, { 'retry-after': '61' }),
    ]) {
      const front = await startFront(t, registry.server.url, [fault]);
      await assert.rejects(getHealth(createClient({ url: front.url })), RegistryError);
      assert.equal(front.requests.length, 1);
    }
  });

  test('as many attempts as asked for are made, with pauses of at most a minute', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (const header of [undefined, '-600', new Date(0).toUTCString()]) {
      let asked = 0;
      const client = createClient({
        url: 'https://registry.example',
        retries: 20,
        fetch: async () => {
          asked += 1;
          return new Response(null, { status: 503, ...(header && { headers: { 'retry-after': header } }) });
        },
      });
      const failed = assert.rejects(getHealth(client), { status: 503 });
      for (let attempt = 1; attempt <= 20; attempt += 1) {
        await settle();
        assert.equal(asked, attempt, `${header}: no attempt without a pause`);
        t.mock.timers.tick(60_000);
      }
      await failed;
      assert.equal(asked, 21);
    }
  });

  test('the error of a proxy has a status and no code', async (t) => {
    const front = await startFront(t, registry.server.url, [refuse(502, {}, '<h1>Bad gateway</h1>')]);
    await assert.rejects(getHealth(createClient({ url: front.url })), {
      status: 502,
      code: undefined,
      details: [],
    });
  });

  test('a signal ends a request and a wait with its own reason', async (t) => {
    for (const fault of [staySilent, refuse(503, { 'retry-after': '30' })]) {
      const front = await startFront(t, registry.server.url, [fault]);
      const ending = new AbortController();
      const call = getHealth(createClient({ url: front.url }), {}, { signal: ending.signal });
      while (front.requests.length === 0) await settle();
      ending.abort(new Error('the user gave up'));
      await assert.rejects(call, { message: 'the user gave up' });
    }
  });

  test('a response that does not come in time is a TimeoutError', async (t) => {
    const front = await startFront(t, registry.server.url, [staySilent]);
    await assert.rejects(getHealth(createClient({ url: front.url, timeoutMs: 50 })), TimeoutError);
  });

  test('a registry that is not there is a ConnectionError', async () => {
    const failed = getHealth(createClient({ url: 'http://127.0.0.1:1', retries: 0 }));
    await assert.rejects(
      failed,
      (error) => error instanceof ConnectionError && error.name === 'ConnectionError',
    );
  });
});
