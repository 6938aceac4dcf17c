import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { makeToken } from '../../../src/accounts/tokens.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, publication, uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { fromAddress } from '../../support/from-address.ts';
import { hours, minutes, seconds } from '../../support/clock.ts';
import { dial } from '../../support/raw-http.ts';
import { sendMany } from '../../support/send-many.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('limited writes', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });
  server.clock.stop();
  const makeOwner = async () => makePublisher(server, uniqueId('publisher'));

  test('429: 100 publishers in a row, from any address; 5 are made, and one more 12 minutes later', async () => {
    const ada = await server.user(uniqueId('ada'));
    const make = (index: number) =>
      ada.post('/publishers', { id: uniqueId('row'), name: 'Row' }, fromAddress(index % 10));
    assert.deepEqual(Object.fromEntries(await sendMany(100, make)), { 201: 5, 429: 95 });
    const refused = await make(1);
    assertRefused(refused, 'rate_limited');
    assert.equal(refused.headers.get('retry-after'), '720');
    assert.equal(
      refused.json.message,
      'Too many new publishers by this account: the limit is 5 an hour, 5 at once. Try again in 720 seconds.',
    );
    const bob = await server.user(uniqueId('bob'));
    assert.equal(
      (await bob.post('/publishers', { id: uniqueId('row'), name: 'Bob' }, fromAddress(1))).status,
      201,
    );
    server.clock.advance(minutes(12));
    assert.deepEqual(Object.fromEntries(await sendMany(3, make)), { 201: 1, 429: 2 });
  });

  test('201: the clock was set back, to one who was served before; the limit holds from then on', async () => {
    const ada = await server.user(uniqueId('ada'));
    const make = () => ada.post('/publishers', { id: uniqueId('back'), name: 'Back' }, fromAddress(240));
    server.clock.advance(hours(5));
    assert.equal((await make()).status, 201);
    server.clock.advance(-hours(5));
    assert.deepEqual(Object.fromEntries(await sendMany(7, make)), { 201: 5, 429: 2 });
  });

  test('429: nobody sends invitations to many people', async () => {
    const { id, owner } = await makeOwner();
    const add = (index: number) => {
      const body = { email: `nobody-${index}@example.org`, role: 'member' };
      return owner.post(`/publishers/${id}/members`, body, fromAddress(index));
    };
    assert.deepEqual(Object.fromEntries(await sendMany(35, add)), { 201: 30, 429: 5 });
  });

  test('429: publishers by many accounts of one address', async () => {
    const statuses = { 201: 0, 429: 0 };
    for (let accounts = 0; accounts < 12; accounts += 1) {
      const user = await server.user(uniqueId('many'));
      const sent = await sendMany(5, () =>
        user.post('/publishers', { id: uniqueId('many'), name: 'x' }, fromAddress(20)),
      );
      for (const status of [201, 429] as const) statuses[status] += sent.get(status) ?? 0;
    }
    assert.deepEqual(statuses, { 201: 50, 429: 10 });
  });

  test('429: guesses at tokens that leaked, and tokens of CI jobs, from one address', async () => {
    const guess = () =>
      server.anonymous.post('/tokens/leaked', { token: makeToken().token }, fromAddress(30));
    assert.deepEqual(Object.fromEntries(await sendMany(62, guess)), { 200: 60, 429: 2 });
    const body = { token: 'a.b.c', publisher_id: 'ada', node_id: 'pack' };
    const exchange = (index: number) =>
      server.anonymous.post(
        `/trusted-publishing/token${index % 2 === 0 ? '' : '?dry_run=true'}`,
        body,
        fromAddress(31),
      );
    assert.deepEqual(Object.fromEntries(await sendMany(122, exchange)), { 401: 120, 429: 2 });
  });

  test('a publisher that is not made does not count as one', async () => {
    const ada = await server.user(uniqueId('ada'));
    const id = uniqueId('taken');
    assert.equal((await ada.post('/publishers', { id, name: 'x' }, fromAddress(30))).status, 201);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      assertRefused(await ada.post('/publishers', { id, name: 'x' }, fromAddress(30)), 'id_taken');
    }
    assert.equal(
      (await ada.post('/publishers', { id: uniqueId('free'), name: 'x' }, fromAddress(30))).status,
      201,
    );
  });

  test('429: a flood of writes by one account through several addresses and tokens', async () => {
    const { id, owner, token } = await makeOwner();
    const callers = [owner, new Client(server.url, token)];
    assert.equal((await owner.post(`/publishers/${id}/nodes`, { id: `${id}-node` })).status, 201);
    const statuses = await sendMany(120, (index) =>
      (callers[index % 2] ?? owner).put(
        `/publishers/${id}/nodes/${id}-node`,
        { description: `Take ${index}.` },
        fromAddress(40 + (index % 5)),
      ),
    );
    assert.deepEqual(Object.fromEntries(statuses), { 200: 97, 429: 23 }, 'three were made before');
    server.clock.advance(minutes(1));
    const later = await owner.put(`/publishers/${id}/nodes/${id}-node`, {}, fromAddress(40));
    assert.equal(later.status, 200, 'the bucket is full again');
  });

  test('429: a flood of writes by several accounts on one publisher', async () => {
    const { id, owner } = await makeOwner();
    const members = [owner];
    for (let count = 0; count < 3; count += 1) {
      const member = await server.user(uniqueId('member'));
      members.push(member);
      await addMember({ id, owner }, member);
    }
    await owner.post(`/publishers/${id}/nodes`, { id: `${id}-node` });
    server.clock.advance(minutes(1));
    const path = `/publishers/${id}/nodes/${id}-node` as const;
    const edit = (index: number) =>
      (members[index % 4] ?? owner).put(path, { description: `Take ${index}.` }, fromAddress(100 + index));
    assert.deepEqual(Object.fromEntries(await sendMany(210, edit)), { 200: 200, 429: 10 });
    assert.match((await edit(0)).json.message, /^Too many writes for this publisher: .* 20 a second/);
  });

  test('strangers cannot use up the rates of a publisher', async () => {
    const { id, owner, token } = await makeOwner();
    const stranger = await server.user(uniqueId('stranger'));
    const path = `/publishers/${id}/nodes/${id}-node/versions` as const;
    const statuses = await sendMany(80, () =>
      stranger.post(path, publication(token, '1.0.0'), fromAddress(60)),
    );
    assert.deepEqual([...statuses.keys()], [403]);
    const reply = await owner.post(path, publication(token, '1.0.0'), fromAddress(61));
    assert.equal(reply.status, 201, reply.text);
    assert.match(reply.headers.get('ratelimit') ?? '', /"publishes";r=49;t=1/);
  });

  test('429: publishes by a token, also where the body alone names it', async () => {
    const { id, token } = await makeOwner();
    const isInBody = server.server.context.profile.compat.publishByBodyToken;
    const ci = isInBody ? server.anonymous : new Client(server.url, token);
    const publish = (index: number) =>
      ci.post(
        `/publishers/${id}/nodes/${id}-node/versions`,
        publication(token, `1.0.${index}`),
        fromAddress(70),
      );
    assert.deepEqual(Object.fromEntries(await sendMany(55, publish)), { 201: 50, 429: 5 });
    server.clock.advance(seconds(1));
    assert.deepEqual(Object.fromEntries(await sendMany(2, (index) => publish(100 + index))), {
      201: 1,
      429: 1,
    });
  });

  test('moderators are exempt, also where others used up what their address has', async () => {
    const moderator = await server.moderator();
    const ada = await server.user(uniqueId('ada'));
    const here = fromAddress(80);
    // Fewer at once than the publishers that one address may create: each takes one until it is refused.
    const nameless = await sendMany(1_005, () => server.anonymous.post('/publishers', {}, here), 32);
    assert.deepEqual(Object.fromEntries(nameless), { 401: 1_000, 429: 5 });
    assert.equal((await ada.post('/publishers', { id: uniqueId('no'), name: 'x' }, here)).status, 429);
    const made = await sendMany(8, () =>
      moderator.post('/publishers', { id: uniqueId('moderated'), name: 'x' }, here),
    );
    assert.deepEqual(Object.fromEntries(made), { 201: 8 });
    for (const host of [80, 81]) {
      const shown = await moderator.post('/publishers', { id: uniqueId('m'), name: 'x' }, fromAddress(host));
      assert.deepEqual([shown.status, shown.headers.get('ratelimit')], [201, null]);
    }
  });

  /** Sends the head of a write and nothing of its body. */
  const answerToHead = async (bearer: string, start: string, host: number, bodyBytes: number) => {
    const socket = dial(server.url);
    const head = [
      `${start} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${bearer}`,
      `x-forwarded-for: ${fromAddress(host)['x-forwarded-for']}`,
      'content-type: application/json',
      `content-length: ${bodyBytes}`,
      '\r\n',
    ];
    socket.write(head.join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString();
  };

  test('a write is refused before its body is read', async () => {
    const ada = await server.user(uniqueId('ada'));
    await sendMany(5, () => ada.post('/publishers', { id: uniqueId('row'), name: 'x' }, fromAddress(90)));
    const answer = await answerToHead(ada.bearer ?? '', 'POST /publishers', 90, 100_000);
    assert.match(answer, /^HTTP\/1\.1 429 /);
  });

  test('a write is refused for the length of its body before the body is read', async () => {
    const { id, owner } = await makeOwner();
    const path = `/publishers/${id}/nodes/none`;
    // More than half of what an account may write at once.
    const bytes = 60 * limits.bodyBytesPerToken;
    const first = await owner.put(path, { name: 'x'.repeat(bytes) }, fromAddress(91));
    assert.notEqual(first.status, 429, first.text);
    assert.match(await answerToHead(owner.bearer ?? '', `PUT ${path}`, 91, bytes), /^HTTP\/1\.1 429 /);
  });
});
