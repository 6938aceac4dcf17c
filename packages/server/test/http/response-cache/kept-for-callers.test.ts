import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { Client, type Reply } from '../../support/client.ts';
import { makeData } from '../../support/make-data.ts';
import { fromAddress } from '../../support/from-address.ts';
import { readMetrics } from '../../support/read-metrics.ts';
import { sendMany } from '../../support/send-many.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/nodes/v2';

/** All that is promised of an answer besides the request's own id and the moment. */
const lasting = ({ status, headers, text }: Reply) => {
  const shown = Object.fromEntries(headers);
  for (const name of ['x-request-id', 'date', 'ratelimit']) delete shown[name];
  return { status, headers: shown, text };
};

suiteOnBoth('an answer kept for callers who may see as much', () => {
  test('is the same each time, header for header, also as 304, and counts what was asked for in vain', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on' });
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'first', '1.0.0');
    const url = `${path}?limit=5&surprise=1` as const;
    const first = await ada.owner.get(url, { 'accept-encoding': 'gzip' });
    assert.equal(first.status, 200, first.text);
    assert.equal(first.headers.get('patchbay-unknown-parameters'), 'surprise');
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    const notModified = await ada.owner.get(url, known);
    for (let count = 0; count < 3; count += 1) {
      const again = await ada.owner.get(url, { 'accept-encoding': 'gzip' });
      assert.deepEqual(lasting(again), lasting(first));
      assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'));
      assert.deepEqual(lasting(await ada.owner.get(url, known)), lasting(notModified));
    }
    const stranger = await (await server.user('stranger')).get(url);
    assert.deepEqual(lasting(stranger), lasting(first), 'nothing in it is for members alone');
    const samples = await readMetrics(server);
    const ignored = 'patchbay_http_unknown_parameters_total{endpoint="listPublisherNodes",process="1"}';
    assert.equal(samples.get(ignored), 9);
  });

  test('takes of the rates of its caller like any other', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on' });
    server.clock.stop();
    const ada = await makePublisher(server, 'ada');
    const here = fromAddress(1);
    const left = async () => {
      const { status, headers } = await ada.owner.get(path, here);
      assert.equal(status, 200);
      return Number(/"reads";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const first = await left();
    assert.deepEqual([await left(), await left(), await left()], [first - 1, first - 2, first - 3]);
    await sendMany(1_000, () => server.anonymous.get('/nodes/search?limit=none', here));
    let refused = await ada.owner.get(path, here);
    for (let count = 0; count < 10 && refused.status === 200; count += 1)
      refused = await ada.owner.get(path, here);
    assertRefused(refused, 'rate_limited');
  });

  test('is refused to the next request of an ended session, of a banned user and after the publisher, also by another process', async (t) => {
    const data = await makeData();
    const here = await startServer(t, data.environment);
    const there = await startServer(t, data.environment);
    t.after(() => data.remove());
    const ada = await makePublisher(here, 'ada');
    const moderator = new Client(there.url, (await here.moderator()).bearer);
    const kept = async (who: Client) => {
      for (let count = 0; count < 3; count += 1) assert.equal((await who.get(path)).status, 200);
    };
    const [leaver, banned, other] = [
      await here.user('leaver'),
      await here.user('banned'),
      await here.user('other'),
    ];
    for (const who of [leaver, banned, other]) await kept(who);
    await new Client(there.url, leaver.bearer).post('/auth/sign-out');
    assertRefused(await leaver.get(path), 'unauthenticated');
    const { id } = (await banned.get('/users')).json;
    await moderator.put(`/admin/users/${id}`, { banned: true, banReason: 'Spam.' });
    assertRefused(await banned.get(path), 'unauthenticated');
    await kept(other);
    assertRefused(await here.anonymous.get(path, { authorization: 'Bearer stale' }), 'unauthenticated');
    assertRefused(await here.anonymous.get(path), 'unauthenticated');
    assert.equal((await new Client(there.url, ada.owner.bearer).delete('/publishers/ada')).status, 204);
    assertRefused(await other.get(path), 'publisher_not_found');
  });
});
