import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits, rates } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import { fromAddress } from '../../support/from-address.ts';
import { minutes, seconds } from '../../support/clock.ts';
import { sendMany } from '../../support/send-many.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('limited sign-ins', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });
  server.clock.stop();
  const signIn = (email: string, word: string, host: number) =>
    server.anonymous.post('/auth/sign-in/email', { email, password: word }, fromAddress(host));

  test('429: guesses at one account from one address, in any spelling; its owner and others are not affected', async () => {
    const [name, other] = [uniqueId('ada'), uniqueId('bob')];
    await Promise.all([server.user(name), server.user(other)]);
    const spellings = [`${name}@example.org`, `${name.toUpperCase()}@Example.ORG`];
    const guess = (index: number) => signIn(spellings[index % 2] ?? '', `guess number ${index}`, 1);
    assert.deepEqual(Object.fromEntries(await sendMany(20, guess)), { 401: 10, 429: 10 });
    server.clock.advance(seconds(3));
    const refused = await guess(40);
    assertRefused(refused, 'rate_limited');
    assert.equal(refused.headers.get('retry-after'), '3');
    assert.match(
      refused.json.message,
      /^Too many failed attempts to sign in by this account from this address: .* 10 a minute/,
    );
    assert.equal((await signIn(`${other}@example.org`, password, 41)).status, 200);
    assert.equal((await signIn(`${name}@example.org`, password, 42)).status, 200);
    server.clock.advance(seconds(3));
    assert.equal((await signIn(`${name}@example.org`, password, 1)).status, 200);
  });

  test('429: a refusal shows only the bucket that was too empty, and takes nothing of the others', async () => {
    const email = `${uniqueId('ada')}@example.org`;
    const guess = () => signIn(email, 'a wrong password', 43);
    await sendMany(10, guess);
    for (const refused of [await guess(), await guess()]) {
      assertRefused(refused, 'rate_limited');
      assert.match(refused.headers.get('ratelimit') ?? '', /^"sign-ins";r=0;t=\d+$/);
      assert.match(refused.headers.get('ratelimit-policy') ?? '', /^"sign-ins";q=10;w=60$/);
    }
    const reset = () => server.anonymous.post('/auth/request-password-reset', { email }, fromAddress(44));
    await sendMany(rates.mails.burst, reset);
    const before = (await signIn(`x-${email}`, 'a wrong password', 44)).headers.get('ratelimit');
    for (const refused of [await reset(), await reset()]) {
      assertRefused(refused, 'rate_limited');
      assert.match(refused.headers.get('ratelimit') ?? '', /^"mails";r=0;t=\d+$/);
    }
    const after = (await signIn(`x-${email}`, 'a wrong password', 44)).headers.get('ratelimit');
    const left = (header: string | null) => /"writes-by-address";r=(\d+)/.exec(header ?? '')?.[1];
    assert.ok(
      left(before) !== undefined && Number(left(before)) - Number(left(after)) <= 1,
      `${before} ${after}`,
    );
  });

  test('200: sign-ins that succeed take nothing of the account', async () => {
    const name = uniqueId('ada');
    await server.user(name);
    const statuses = await sendMany(15, () => signIn(`${name}@example.org`, password, 60));
    assert.deepEqual(Object.fromEntries(statuses), { 200: 15 });
  });

  test('429: guesses at one account from many addresses, which spare an address with a session', async () => {
    const name = uniqueId('ada');
    await server.user(name);
    const { burst } = rates['sign-ins-by-account'];
    assert.equal((await signIn(`${name}@example.org`, password, 5_000)).status, 200);
    const guess = (index: number) => signIn(`${name}@example.org`, `guess number ${index}`, 1_000 + index);
    assert.deepEqual(Object.fromEntries(await sendMany(burst + 20, guess)), { 401: burst, 429: 20 });
    assert.match((await guess(200)).json.message, /by this account: the limit is 2 a minute/);
    assertRefused(await signIn(`${name}@example.org`, password, 5_001), 'rate_limited');
    assert.equal((await signIn(`${name}@example.org`, password, 5_000)).status, 200);
    const known = (index: number) => signIn(`${name}@example.org`, `guess number ${index}`, 5_000);
    assert.deepEqual(Object.fromEntries(await sendMany(12, known)), { 401: 10, 429: 2 });
    server.clock.advance(seconds(30));
    assert.equal((await signIn(`${name}@example.org`, password, 5_001)).status, 200);
  });

  test('429: guesses from one address at many accounts; other addresses are not affected', async () => {
    const guess = (index: number) => signIn(`nobody-${index}@example.org`, 'one for all of them', 100);
    assert.deepEqual(Object.fromEntries(await sendMany(30, guess)), { 401: 20, 429: 10 });
    assert.match((await guess(40)).json.message, /from this address: .* 20 a minute/);
    assert.equal((await signIn('nobody-40@example.org', 'one for all of them', 101)).status, 401);
    server.clock.advance(minutes(1));
    assert.deepEqual(Object.fromEntries(await sendMany(21, guess)), { 401: 20, 429: 1 });
  });

  test('429: guesses at the password of a session', async () => {
    const ada = await server.user(uniqueId('ada'));
    const guess = (index: number) =>
      ada.post(
        '/auth/change-password',
        { currentPassword: `guess number ${index}`, newPassword: password },
        fromAddress(110),
      );
    assert.deepEqual(Object.fromEntries(await sendMany(15, guess)), { 400: 10, 429: 5 });
  });

  test('429: sign-ups from one address, which a /64 is', async () => {
    const signUp = (network: string) => (index: number) => {
      const name = uniqueId('crowd');
      return server.anonymous.post(
        '/auth/sign-up/email',
        { name, email: `${name}@example.org`, password },
        { 'x-forwarded-for': `${network}::${index.toString(16)}` },
      );
    };
    assert.deepEqual(Object.fromEntries(await sendMany(25, signUp('2001:db8:1:2'))), { 200: 20, 429: 5 });
    assert.deepEqual(Object.fromEntries(await sendMany(1, signUp('2001:db8:1:3'))), { 200: 1 });
    server.clock.advance(seconds(30));
    assert.deepEqual(Object.fromEntries(await sendMany(2, signUp('2001:db8:1:2'))), { 200: 1, 429: 1 });
  });

  test('429: guesses at user codes from the networks of one /48, which have 32 times the rate together', async () => {
    const guess = (site: string) => (index: number) =>
      server.anonymous.post(
        '/device',
        { user_code: 'BCDF-GHJK' },
        { 'x-forwarded-for': `${site}:${index.toString(16)}::1` },
      );
    const most = 20 * limits.rateFactorOfSite;
    const statuses = await sendMany(most + 5, guess('2001:db8:48'));
    assert.deepEqual(Object.fromEntries(statuses), { 404: most, 429: 5 });
    assert.deepEqual(Object.fromEntries(await sendMany(1, guess('2001:db8:49'))), { 404: 1 });
  });

  test('429: behind one proxy, only the address that the proxy adds counts', async () => {
    const statuses = await sendMany(21, (index) =>
      server.anonymous.post(
        '/auth/sign-in/email',
        { email: `spoofed-${index}@example.org`, password },
        { 'x-forwarded-for': `10.3.2.${index}, 10.3.3.1` },
      ),
    );
    assert.deepEqual(Object.fromEntries(statuses), { 401: 20, 429: 1 });
  });

  test('429: without a proxy to trust, no header moves a caller to another address', async (t) => {
    const bare = await startServer(t, { RATE_LIMITS: 'on', TRUST_PROXY: 'no' });
    bare.clock.stop();
    const statuses = await sendMany(21, (index) =>
      bare.anonymous.post(
        '/auth/sign-in/email',
        { email: `nobody-${index}@example.org`, password },
        { ...fromAddress(index), 'x-patchbay-address': `10.3.1.${index}` },
      ),
    );
    assert.deepEqual(Object.fromEntries(statuses), { 401: 20, 429: 1 });
  });
});
