import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertRefused } from '../../support/assert-refused.ts';
import { days, minutes } from '../../support/clock.ts';
import { poll, requestCode, sendForm, waitAs } from '../../support/device.ts';
import { fromAddress } from '../../support/from-address.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/device/code';

suite('request-device-code', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const { store } = server.server.context;

  test('200: a code to poll with, one to read, and where to type it', async () => {
    const reply = await anonymous.post(path, { client_id: 'patchbay' });
    assert.equal(reply.status, 200, reply.text);
    const { device_code, user_code, ...rest } = reply.json;
    assert.match(device_code, /^[\w-]{43}$/);
    assert.match(user_code, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    assert.deepEqual(rest, { verification_uri: `${server.url}/device`, expires_in: 600, interval: 5 });
    assert.equal(reply.headers.get('cache-control'), 'no-store');
  });

  test('200: for a form, as OAuth clients send it; what it asks besides is ignored', async () => {
    const { id } = (await (await server.user('ada')).get('/users')).json;
    const reply = await sendForm(server, path, { client_id: 'oauth', scope: '', user_id: id });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
    const row = await store.read
      .selectFrom('deviceCode')
      .select('userId')
      .where('clientId', '=', 'oauth')
      .executeTakeFirstOrThrow();
    assert.equal(row.userId, null, 'it is bound to nobody before the approval');
  });

  test('nothing in the database can be used in place of a code', async () => {
    const { device_code, user_code } = await requestCode(server);
    const { rows } = await sql<{ deviceCode: string }>`select * from "deviceCode"`.execute(
      store.engine.migrator,
    );
    const everything = JSON.stringify(rows);
    for (const secret of [device_code, user_code, user_code.replace('-', '')]) {
      assert.equal(everything.includes(secret), false);
    }
    for (const { deviceCode } of rows) {
      assertRefused(await poll(server, { device_code: deviceCode }), 'invalid_grant');
    }
  });

  test('400: no name of the program, one that cannot be read, or a field twice', async () => {
    const sentence = 'The registry asks you to approve this';
    for (const client_id of [
      undefined,
      '',
      'x'.repeat(65),
      'patch\u202eyab',
      'patch yab',
      sentence,
      '<b>',
      7,
    ]) {
      const refused = await anonymous.post(path, { client_id });
      assertRefused(refused, 'invalid_request');
      assert.match(refused.json.details[0].message, /^(?:must |is required)/, String(client_id));
    }
    const twice = await sendForm(server, path, [
      ['client_id', 'one'],
      ['client_id', 'other'],
    ]);
    assertRefused(twice, 'invalid_request');
    assertRefused(await sendForm(server, path, { client_id: '' }), 'invalid_request');
  });

  test('413 and 415: a form that is too large, and one where none is taken', async () => {
    assertRefused(await sendForm(server, path, { client_id: 'x'.repeat(10_000) }), 'body_too_large');
    assertRefused(await sendForm(server, '/auth/sign-in/email', { email: 'x' }), 'unsupported_media_type');
  });

  test('429: 20 codes of one network wait at once; one that expired makes room, others are not affected', async () => {
    const from = fromAddress(1)['x-forwarded-for'];
    const codes = [];
    for (let index = 0; index < 20; index += 1) codes.push(await requestCode(server, from));
    const refused = await anonymous.post(path, { client_id: 'patchbay' }, fromAddress(1));
    assertRefused(refused, 'rate_limited');
    assert.equal(refused.headers.get('retry-after'), '60');
    await requestCode(server, fromAddress(2)['x-forwarded-for']);
    const [first] = codes;
    assert.ok(first);
    await waitAs(server, first, minutes(11));
    await requestCode(server, from);
    assertRefused(await anonymous.post(path, { client_id: 'patchbay' }, fromAddress(1)), 'rate_limited');
  });

  test('503: 10,000 codes wait in all', async (t) => {
    const full = await startServer(t);
    const id = sql<string>`'x' || n`;
    await full.server.context.store.write({ actor: 'server' }, async ({ db }) => {
      await sql`
        insert into "deviceCode" (id, "deviceCode", "userCode", "expiresAt", status)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10000)
        select ${id}, ${id}, ${id}, ${sql.lit(new Date(Date.now() + minutes(10)).toISOString())}, 'pending' from numbers
      `.execute(db);
    });
    const reply = await full.anonymous.post(path, { client_id: 'patchbay' });
    assertRefused(reply, 'unavailable');
    assert.equal(reply.headers.get('retry-after'), '60');
    const { count } = await full.server.context.store.read
      .selectFrom('deviceCode')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    assert.equal(count, 10_000, 'what is refused is not kept');
  });

  test('codes that expired are removed: by later requests, and once a day', async () => {
    const find = async () =>
      (await store.read.selectFrom('deviceCode').select('id').execute()).map(({ id }) => id);
    const old = await requestCode(server);
    const [byRequest] = (await find()).slice(-1);
    await waitAs(server, old, minutes(21));
    await requestCode(server);
    assert.equal((await find()).includes(byRequest ?? ''), false);
    await waitAs(server, await requestCode(server), minutes(11));
    const before = (await find()).length;
    server.clock.advance(days(1.1));
    await server.settle();
    assert.ok((await find()).length < before);
  });
});
