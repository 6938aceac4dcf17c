import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { passwordsAtOnce } from '../../src/accounts/password-hasher.ts';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { cheapHasher } from '../support/cheap-hasher.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { password, startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

suite('password load', async () => {
  const hasher = { ...cheapHasher };
  const server = await startServer({ after }, {}, { hasher });
  const { anonymous } = server;
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'my-node', '1.0.0');

  afterEach(() => Object.assign(hasher, cheapHasher));

  /** From now on no hash ends before it is released. Counts those that are computed at once. */
  const holdHashes = () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = { now: 0, most: 0, release };
    const hold = async <T>(work: () => Promise<T>): Promise<T> => {
      held.now += 1;
      held.most = Math.max(held.most, held.now);
      await released;
      held.now -= 1;
      return work();
    };
    hasher.hash = (word) => hold(() => cheapHasher.hash(word));
    hasher.verify = (attempt) => hold(() => cheapHasher.verify(attempt));
    return held;
  };
  const signIn = (index: number) =>
    anonymous.post(
      '/auth/sign-in/email',
      { email: index % 2 === 0 ? 'owner-of-ada@example.org' : `nobody-${index}@example.org`, password },
      { 'x-forwarded-for': `10.8.0.${index}` },
    );
  const gauge = async (state: string) =>
    (await readMetrics(server)).get(`patchbay_passwords{state="${state}",process="1"}`);

  test('503: of 200 sign-ins at once only a few are hashed and 50 wait; no read, write or download waits for them', async () => {
    const held = holdHashes();
    const refusedInAll = 150 - passwordsAtOnce;
    let refused = 0;
    const attempts = Array.from({ length: 200 }, async (_, index) => {
      const reply = await signIn(index);
      if (reply.status === 503) refused += 1;
      return reply;
    });
    await until(() => refused === refusedInAll);
    assert.deepEqual([await gauge('hashing'), await gauge('waiting')], [passwordsAtOnce, 50]);
    assert.equal((await anonymous.get('/health')).status, 200);
    assert.equal((await anonymous.get('/packages/ada/my-node/1.0.0.zip')).status, 200);
    assert.equal((await ada.owner.put('/publishers/ada/nodes/my-node', { name: 'New' })).status, 200);
    assert.equal((await ada.owner.get('/users')).status, 200, 'a session needs no password');

    held.release();
    const replies = await Promise.all(attempts);
    assert.equal(held.most, passwordsAtOnce);
    const turnedAway = replies.filter(({ status }) => status === 503);
    assert.equal(turnedAway.length, refusedInAll);
    for (const { headers, json } of turnedAway) {
      assert.deepEqual([json.error, headers.get('retry-after')], ['unavailable', '5']);
    }
    assert.ok(replies.every(({ status }) => [200, 401, 503].includes(status)));
    assert.deepEqual([await gauge('hashing'), await gauge('waiting')], [0, 0]);
  });

  test('200: a sign-up holds no lock while its password is hashed', async () => {
    const held = holdHashes();
    const name = uniqueId('slow');
    const signedUp = anonymous.post('/auth/sign-up/email', { name, email: `${name}@example.org`, password });
    await until(() => held.now === 1);
    assert.equal((await ada.owner.put('/publishers/ada/nodes/my-node', { name: 'Newer' })).status, 200);
    held.release();
    assert.equal((await signedUp).status, 200);
    assert.equal(held.most, 1, 'it is hashed once');
    Object.assign(hasher, cheapHasher);
    const signedIn = await anonymous.post('/auth/sign-in/email', { email: `${name}@example.org`, password });
    assert.equal(signedIn.status, 200, signedIn.text);
  });
});
