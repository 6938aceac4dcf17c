import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { verifyAddress } from '../../src/lifecycle/user.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import type { Client } from '../support/client.ts';
import { days, seconds } from '../support/clock.ts';
import { openNameServer } from '../support/open-name-server.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { readOutbox, secretIn } from '../support/read-outbox.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suiteOnBoth('check-domains', async () => {
  const names = await openNameServer({ after });
  const server = await startServer({ after }, { ...names.settings, EMAIL_VERIFICATION: 'required' });
  const { store } = server.server.context;
  /** An owner whose address is at a domain of their own. */
  const open = async (name: string) => {
    const made = await makePublisher(server, name);
    const { id } = (await made.owner.get('/users')).json;
    const email = `${name}@${name}.example`;
    await store.write({ actor: 'server' }, ({ db }) =>
      db.updateTable('user').set({ email }).where('id', '=', id).execute(),
    );
    const mailsOf = async () => (await readOutbox(server, email)).length;
    return { ...made, name, userId: id, email, mailsOf, domain: `${name}.example` };
  };
  const pass = async (count: number): Promise<void> => {
    for (let day = 0; day < count; day += 1) {
      server.clock.advance(days(1));
      await server.settle();
    }
  };
  const isVerified = async ({ owner }: { owner: Client }): Promise<boolean> =>
    (await owner.get('/users')).json.isEmailVerified;
  const reset = (email: string) => server.anonymous.post('/auth/request-password-reset', { email });

  test('an address ends once its domain is found to be gone twice, a day apart, and no other', async () => {
    const gone = await open('gone');
    const bare = await open('bare');
    const kept = [];
    for (const [name, zone] of [
      ['mailed', 'mx'],
      ['hosted', 'a'],
      ['failing', 'servfail'],
    ] as const) {
      kept.push(await open(name));
      names.zones.set(`${name}.example`, zone);
    }
    names.zones.set('bare.example', 'empty');
    names.zones.set('example.org', 'mx');
    await pass(1);
    assert.deepEqual(await Promise.all([gone, bare, ...kept].map(isVerified)), [
      true,
      true,
      true,
      true,
      true,
    ]);
    await reset(gone.email);
    const before = await gone.mailsOf();
    assert.ok(before > 0);
    await pass(1);
    assert.deepEqual(await Promise.all([gone, bare, ...kept].map(isVerified)), [
      false,
      false,
      true,
      true,
      true,
    ]);
    await reset(gone.email);
    await server.anonymous.post('/auth/send-verification-email', { email: gone.email });
    const signUp = { name: 'Whoever', email: gone.email, password: 'a staple more correct' };
    assert.equal((await server.anonymous.post('/auth/sign-up/email', signUp)).status, 200);
    assert.equal(await gone.mailsOf(), before, 'no message goes to whoever has the domain now');
    assert.ok((await gone.owner.get('/users')).json.emailLapsedAt);
    const { html } = await new Visitor(server.url, gone.owner.bearer).get('/account');
    assert.match(html, /domain of this address is gone/);
    assert.doesNotMatch(html, /Send a message to verify it/);
    assertRefused(await gone.owner.post('/publishers/gone/nodes', { id: 'gone-node' }), 'email_unverified');
    const { changes } = (await (await server.moderator()).get('/admin/changes?limit=100')).json;
    assert.deepEqual(
      (changes as { action: string; actor: string; subject: string }[])
        .filter(({ action }) => action === 'user.email-lapsed')
        .map(({ actor, subject }) => `${actor} ${subject}`)
        .toSorted(),
      [gone, bare].map(({ userId }) => `server user:${userId}`).toSorted(),
    );
    const metrics = await readMetrics(server);
    assert.equal(metrics.get('patchbay_changes_total{action="user.email-lapsed",process="1"}'), 2);
    assert.ok((metrics.get('patchbay_email_domains_total{outcome="unknown",process="1"}') ?? 0) > 0);
  });

  test('a domain that is there is looked up once a week, and one that comes back stays', async () => {
    const back = await open('back');
    await pass(1);
    names.zones.set(back.domain, 'mx');
    await pass(1);
    assert.equal(await isVerified(back), true);
    const before = names.asked.filter((name) => name === back.domain).length;
    await pass(6);
    assert.equal(names.asked.filter((name) => name === back.domain).length, before);
    await pass(1);
    assert.equal(names.asked.filter((name) => name === back.domain).length, before + 1);
  });

  test('name servers that know no name at all prove nothing', async () => {
    const lone = await open('lone');
    names.state.isCutOff = true;
    await pass(3);
    names.state.isCutOff = false;
    assert.equal(await isVerified(lone), true);
    const metrics = await readMetrics(server);
    const failures = metrics.get('patchbay_outbound_failures_total{server="name-servers",process="1"}');
    assert.ok((failures ?? 0) > 0);
  });

  test('the owner signs in as before, takes another address, and can reset the password again', async () => {
    const lost = await open('lost');
    await pass(2);
    assert.equal(await isVerified(lost), false);
    const password = 'correct horse battery';
    const body = { newEmail: 'found@example.org', password };
    assert.equal((await lost.owner.post('/auth/change-email', body)).status, 200);
    const link = (await readOutbox(server, 'found@example.org')).at(-1);
    const token = link && secretIn(link);
    assert.equal((await server.anonymous.post('/auth/verify-email', { token })).json.status, 'changed');
    const me = (await lost.owner.get('/users')).json;
    assert.deepEqual([me.isEmailVerified, me.emailLapsedAt], [true, undefined]);
    await publishActive(server, { ...lost, id: 'lost' }, 'lost-node', '1.0.0');
    const before = (await readOutbox(server, 'found@example.org')).length;
    await reset('found@example.org');
    assert.equal((await readOutbox(server, 'found@example.org')).length, before + 1);
  });

  test('an operator verifies the address of a domain that was registered again', async () => {
    const kin = await open('kin');
    await pass(2);
    assert.equal(await isVerified(kin), false);
    names.zones.set(kin.domain, 'servfail');
    await verifyAddress(store, { actor: 'operator' }, kin.userId);
    await pass(1);
    names.zones.set(kin.domain, 'mx');
    assert.equal(await isVerified(kin), true);
  });

  test('a run looks at some members, and the next one continues behind them', async () => {
    const { id: publisherId } = await open('many');
    names.zones.set('many.example', 'mx');
    await store.write({ actor: 'server' }, async ({ db, now }) => {
      const serials = Array.from({ length: 110 }, (_, at) => `z-${String(at).padStart(3, '0')}`);
      const times = { createdAt: now, updatedAt: now };
      const rest = { image: null, role: 'user', banned: 0, banReason: null, banExpires: null, ...times };
      const users = serials.map((id) => ({
        id,
        name: id,
        email: `${id}@many.example`,
        emailVerified: 1,
        ...rest,
      }));
      await db.insertInto('user').values(users).execute();
      const member = { publisher_id: publisherId, role: 'member', created_at: now } as const;
      await db
        .insertInto('members')
        .values(serials.map((id) => ({ id, user_id: id, ...member })))
        .execute();
    });
    const next = async () =>
      (
        await store.read.selectFrom('jobs').select('subject').where('kind', '=', 'check-domains').execute()
      ).map(({ subject }) => subject);
    await pass(1);
    const [behind = ''] = await next();
    assert.match(behind, /^z-/);
    server.clock.advance(seconds(10));
    await server.settle();
    assert.deepEqual(await next(), ['']);
    assert.equal(names.asked.filter((name) => name === 'many.example').length, 1);
  });
});
