import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { ageSession } from '../../support/age-session.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { hours, minutes } from '../../support/clock.ts';
import { approve, poll, requestCode } from '../../support/device.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';
import { Visitor } from '../../support/visitor.ts';

const path = '/users/sessions';
const agents = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  hostile: '<script>alert(1)</script> \u00a0'.repeat(40),
};

suite('list-sessions', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const signIn = async (name: string, headers: Record<string, string>): Promise<Client> => {
    const body = { email: `${name}@example.org`, password };
    const { json, text } = await server.anonymous.post('/auth/sign-in/email', body, headers);
    assert.ok(json.token, text);
    return new Client(server.url, json.token);
  };

  test('200: device, network and times of each, the one used last first; which one asks', async () => {
    const first = await server.user('grace');
    const from = { 'user-agent': agents.firefox, 'x-forwarded-for': '203.0.113.7' };
    const second = await signIn('grace', from);
    await signIn('grace', { 'user-agent': agents.edge, 'x-forwarded-for': '2001:db8:1:2::3' });
    await signIn('grace', { 'user-agent': agents.hostile });
    await ageSession(server, first, { usedAgo: hours(1), signedInAgo: hours(2) });
    const { sessions } = (await second.get(path)).json;
    assert.deepEqual(
      sessions
        .filter(({ network }) => /^(?:203|2001)/.test(network))
        .map(({ device, network, current }) => [device, network, current]),
      [
        ['Edge on Windows', '2001:db8:1:2', false],
        ['Firefox on Linux', '203.0.113.7', true],
      ],
    );
    assert.equal(sessions.length, 4);
    assert.equal(
      sessions.filter(({ device }) => device === undefined).length,
      1,
      'nothing that a stranger wrote',
    );
    const last = sessions.at(-1);
    assert.ok(last !== undefined && Date.parse(last.last_used_at) < Date.now() - minutes(59));
    assert.ok(Date.parse(last.signed_in_at) < Date.now() - minutes(119));
    for (const { created_at, expires_at } of sessions) {
      const days = (Date.parse(expires_at) - Date.parse(created_at)) / hours(24);
      assert.ok(Math.abs(days - limits.sessionIdleDays) < 0.1, `${days} days`);
    }
  });

  test('200: use is noted, to 10 minutes; a program that was approved and a browser say what they are', async () => {
    const visitor = new Visitor(server.url);
    const form = { do: 'sign-in', email: 'owner-of-ada@example.org', password };
    await visitor.send('/sign-in', form, { 'user-agent': agents.safari });
    const codes = await requestCode(server);
    await approve(server, codes, 'owner-of-ada');
    const { access_token } = (await poll(server, codes)).json;
    const device = new Client(server.url, access_token);
    await ageSession(server, device, { usedAgo: hours(5) });
    assert.equal((await device.get('/users')).status, 200);
    const { sessions } = (await device.get(path)).json;
    const current = sessions.find((session) => session.current);
    assert.ok(Date.parse(current?.last_used_at ?? '') > Date.now() - minutes(1));
    assert.equal(current?.device, 'Node.js');
    assert.ok(sessions.some(({ device: name }) => name === 'Safari on an iPhone'));
  });

  test('200: a session from before they were recorded goes on', async () => {
    const old = await server.user('old');
    await server.server.context.store.write({ actor: 'server' }, ({ db }) =>
      db.deleteFrom('session_facts').execute(),
    );
    const [session] = (await old.get(path)).json.sessions;
    assert.deepEqual([session?.device, session?.network, session?.current], [undefined, undefined, true]);
    assert.equal((await old.get(path)).status, 200);
  });

  test('401 and 403: nobody, and tokens', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await new Client(server.url, ada.token).get(path), 'forbidden');
    const { token } = (await (await server.moderator()).post('/admin/generate-token')).json;
    assertRefused(await new Client(server.url, token).get(path), 'forbidden');
  });
});
