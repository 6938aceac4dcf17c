import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, uniqueId } from '../../support/build.ts';
import type { Client } from '../../support/client.ts';
import { days, hours } from '../../support/clock.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

interface Event {
  at: string;
  event: string;
  by: string;
  count?: number;
  network?: string;
  token?: { name: string; publisher_id: string };
  reason?: string;
}

const path = '/users/audit';

suiteOnBoth('list-my-events', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const list = async (caller: Client, query = ''): Promise<Event[]> => {
    const reply = await caller.get(path + query);
    assert.equal(reply.status, 200, reply.text);
    return reply.json.events;
  };
  const signIn = (email: string, secret: string, from: string) =>
    server.anonymous.post('/auth/sign-in/email', { email, password: secret }, { 'x-forwarded-for': from });

  test('200: sign-ins and failures with their networks, counted within the hour', async () => {
    const name = uniqueId('ada');
    const ada = await server.user(name);
    const email = `${name}@example.org`;
    server.clock.advance(hours(2));
    for (const host of [7, 8]) await signIn(email, 'not the password', `198.51.100.${host}`);
    await signIn(email.toUpperCase(), 'not the password', '2001:db8:1:2::3');
    assert.equal((await signIn(email, password, '203.0.113.9')).status, 200);
    const events = await list(ada);
    const shown = events.map(({ event, by, count, network }) => `${event} by ${by} ×${count} ${network}`);
    assert.deepEqual(shown.slice(0, 3).toSorted(), [
      'sign-in by you ×1 203.0.113.0/24',
      'sign-in-failed by anyone ×1 2001:db8:1::/48',
      'sign-in-failed by anyone ×2 198.51.100.0/24',
    ]);
    assert.deepEqual(
      events
        .slice(3)
        .map(({ event }) => event)
        .toSorted(),
      ['sign-in', 'user.created'],
    );
  });

  test('200: a stranger who guesses from many networks fills no disk, and hides no sign-in', async () => {
    const name = uniqueId('ada');
    const ada = await server.user(name);
    const { failedSignIns, store } = server.server.context;
    for (let index = 0; index < 2_000; index += 1) {
      failedSignIns.count(`${name}@example.org`, `10.${index >> 8}.${index & 255}.1`);
      failedSignIns.count(`nobody-${index}@example.org`, '10.0.0.1');
    }
    await failedSignIns.flush();
    const { id } = (await ada.get('/users')).json;
    const rows = await store.read.selectFrom('sign_ins').selectAll().where('user_id', '=', id).execute();
    assert.ok(rows.length <= 101, `${rows.length} rows`);
    assert.ok(rows.some(({ event }) => event === 'sign-in'));
  });

  test('200: what moderators did, with the reason and without their names, and the use of tokens', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const { id } = (await ada.owner.get('/users')).json;
    await server.anonymous.get(`/publishers/${ada.id}/permissions`, { authorization: `Bearer ${ada.token}` });
    server.clock.advance(hours(1));
    await moderator.put(`/admin/users/${id}/quotas`, { publishers: 3, reason: 'Asked for.' });
    const [quotas, used] = await list(ada.owner);
    assert.deepEqual([quotas?.event, quotas?.by], ['user.quotas-set', 'moderator']);
    assert.deepEqual(
      [used?.event, used?.token?.name, used?.token?.publisher_id],
      ['token-used', 'all', ada.id],
    );
  });

  test('200: in pages that lose and repeat nothing, and no longer than it is kept', async () => {
    const name = uniqueId('ada');
    const ada = await server.user(name);
    for (let day = 0; day < 4; day += 1) {
      server.clock.advance(days(1));
      await signIn(`${name}@example.org`, password, '203.0.113.9');
    }
    const all = await list(ada);
    const paged: Event[] = [];
    let next: string | undefined = all[0] && '9999-01-01T00:00:00.000Z';
    while (next !== undefined) {
      const { json }: { json: { events: Event[]; next?: string } } = await ada.get(
        `${path}?limit=2&before=${encodeURIComponent(next)}`,
      );
      paged.push(...json.events);
      next = json.next;
    }
    assert.deepEqual(paged, all);
    // The mail of the sign-ins wakes the jobs; one that runs while the time passes is next due a day after.
    await server.settle();
    server.clock.advance(days(91));
    await server.settle();
    const kept = (await list(ada)).map(({ event }) => event);
    assert.deepEqual(kept, ['user.created'], 'the log stays');
  });

  test('400, 401 and 403: no time, an anonymous caller, a token', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    assertRefused(await ada.owner.get(`${path}?before=yesterday`), 'invalid_request');
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await server.anonymous.get(path, { authorization: `Bearer ${ada.token}` }), 'forbidden');
  });
});
