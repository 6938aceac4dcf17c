import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from '../support/client.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

const session = '__Host-session';

suite('sessions of the site', async () => {
  const server = await startServer({ after });
  const signedIn = async (name: string): Promise<Visitor> => {
    const visitor = new Visitor(server.url);
    await visitor.signUp(name, password);
    return visitor;
  };
  const bearerOf = ({ cookies }: Visitor): string => cookies.get(session) ?? '';
  const isLive = async (bearer: string): Promise<boolean> =>
    (await new Client(server.url, bearer).get('/auth/get-session')).status === 200;

  test('a sign-up under a blank name is refused, and what was typed besides stays', async () => {
    const fields = { do: 'sign-up', name: ' ', email: 'blank@example.org', password };
    const { status, html } = await new Visitor(server.url).send('/sign-up', fields);
    assert.equal(status, 400);
    assert.match(html, /Write what others may call you\.[^]*value="blank@example\.org"/);
  });

  test('a sign-up begins one, in a cookie that scripts and other sites do not get', async () => {
    const visitor = new Visitor(server.url);
    const fields = { do: 'sign-up', name: 'Ada', email: 'ada@example.org', password };
    const reply = await visitor.send('/sign-up', fields);
    assert.deepEqual([reply.status, reply.location], [303, '/account']);
    const cookie = reply.headers.getSetCookie().find((line) => line.startsWith(session)) ?? '';
    const [, ...attributes] = cookie.split('; ');
    assert.deepEqual(attributes.toSorted(), [
      'HttpOnly',
      `Max-Age=${30 * 24 * 60 * 60}`,
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    assert.ok(await isLive(bearerOf(visitor)));
    const mark = reply.headers.getSetCookie().find((line) => line.startsWith('__Host-signed-in=true;')) ?? '';
    assert.ok(mark !== '' && !mark.includes('HttpOnly'), 'scripts know that there is one');
    assert.match((await visitor.get('/account')).html, /ada@example\.org/);
  });

  test('over HTTPS the cookies are bound to the host; over plain HTTP elsewhere they have other names', async (t) => {
    for (const [publicUrl, name, isSecure] of [
      ['https://registry.example.org', '__Host-form', true],
      ['http://localhost:8080', '__Host-form', true],
      ['http://registry.example.org', 'form', false],
    ] as const) {
      const other = await startServer(t, { PUBLIC_URL: publicUrl });
      const [cookie = ''] = (await new Visitor(other.url).get('/sign-in')).headers.getSetCookie();
      assert.ok(cookie.startsWith(`${name}=`), cookie);
      assert.equal(/; Secure(;|$)/.test(cookie), isSecure, cookie);
      assert.match(cookie, /; HttpOnly(;|$)/);
      assert.match(cookie, /; Path=\/(;|$)/);
      assert.match(cookie, /; SameSite=Lax(;|$)/);
      assert.doesNotMatch(cookie, /Domain/i);
    }
  });

  test('a sign-in begins another one and ends the one before; what was planted is never taken', async () => {
    const visitor = await signedIn('grace');
    const first = bearerOf(visitor);
    const planted = new Visitor(server.url);
    planted.cookies.set(session, 'planted');
    for (const at of [visitor, planted]) {
      const fields = { do: 'sign-in', email: 'grace@example.org', password };
      assert.equal((await at.send('/sign-in', fields)).status, 303);
    }
    assert.notEqual(bearerOf(visitor), first);
    assert.equal(await isLive(first), false);
    assert.notEqual(bearerOf(planted), 'planted');
    assert.ok(await isLive(bearerOf(planted)));
  });

  test('a sign-out ends it in the registry too', async () => {
    const visitor = await signedIn('mary');
    const bearer = bearerOf(visitor);
    const reply = await visitor.send('/account', { to: 'ignored' });
    assert.equal(reply.status, 400, 'the page has no such form');
    const form_token = await visitor.formToken('/account');
    const left = await visitor.post('/sign-out', new URLSearchParams({ form_token }));
    assert.deepEqual([left.status, left.location], [303, '/']);
    assert.equal(visitor.cookies.has(session), false);
    assert.equal(await isLive(bearer), false);
  });

  test('one that the registry ended leads to the sign-in, and its cookie goes', async () => {
    const visitor = await signedIn('joan');
    await new Client(server.url, bearerOf(visitor)).post('/auth/sign-out');
    const asked = '/account/publishers/ada/tokens?page=2';
    const reply = await visitor.get(asked);
    assert.deepEqual([reply.status, reply.location], [303, `/sign-in?to=${encodeURIComponent(asked)}`]);
    assert.equal(visitor.cookies.has(session), false);
    assert.equal(visitor.cookies.has('__Host-signed-in'), false);
    const fields = { do: 'sign-in', email: 'joan@example.org', password };
    assert.equal((await visitor.send(reply.location ?? '', fields)).location, asked);
  });

  test('a cookie that no header can carry counts as none, and a sign-in replaces it', async () => {
    await signedIn('sophie');
    for (const planted of ['%E2%98%83', '%00', '%0A', '']) {
      const visitor = new Visitor(server.url, planted);
      assert.equal((await visitor.get('/account')).location, '/sign-in?to=%2Faccount', planted);
      const reply = await visitor.send('/sign-in', { do: 'sign-in', email: 'sophie@example.org', password });
      assert.deepEqual([reply.status, (await visitor.get('/account')).status], [303, 200], planted);
    }
  });

  test('a form of one that ended changes nothing', async () => {
    const visitor = await signedIn('anita');
    const form_token = await visitor.formToken('/account/new-publisher');
    await new Client(server.url, bearerOf(visitor)).post('/auth/sign-out');
    const fields = new URLSearchParams({ form_token, do: 'create', id: 'anita' });
    const reply = await visitor.post('/account/new-publisher', fields);
    assert.deepEqual([reply.status, visitor.cookies.has(session)], [403, false]);
    assert.match(reply.html, /You are signed out/);
    assert.equal((await server.anonymous.get('/publishers/anita')).status, 404);
  });

  test('a changed password ends all others, and this one goes on under another token', async () => {
    const here = await signedIn('edith');
    const elsewhere = new Visitor(server.url);
    await elsewhere.send('/sign-in', { do: 'sign-in', email: 'edith@example.org', password });
    const before = bearerOf(here);
    const fields = { do: 'password', currentPassword: password, newPassword: 'another horse' };
    const wrong = await here.send('/account', { ...fields, currentPassword: 'a wrong horse' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.html, /aria-describedby="password-currentPassword-fault"/);
    for (const secret of ['a wrong horse', 'another horse']) assert.ok(!wrong.html.includes(secret));
    const reply = await here.send('/account', { ...fields, revokeOtherSessions: 'yes' });
    assert.equal(reply.location, '/account?done=password-only-here');
    assert.notEqual(bearerOf(here), before);
    assert.equal((await here.get('/account')).status, 200);
    assert.equal((await elsewhere.get('/account')).status, 303);
  });

  test('404: a form that names nothing changes nothing', async () => {
    const visitor = await signedIn('ida');
    const reply = await visitor.send('/account/security', { do: 'end-session', which: '' });
    assert.equal(reply.status, 404, reply.html);
    assert.ok(await isLive(bearerOf(visitor)));
  });

  test('no endpoint of the API reads a cookie', async () => {
    const bearer = bearerOf(await signedIn('hedy'));
    const cookie = `${session}=${bearer}; session=${bearer}; better-auth.session_token=${bearer}`;
    for (const path of ['/users', '/auth/get-session', '/users/publishers/', '/publishers/x/tokens']) {
      const reply = await server.anonymous.get(path, { cookie });
      assert.equal(reply.status, 401, path);
      assert.equal(reply.headers.get('set-cookie'), null, path);
    }
  });

  test('a wrong password is said at its field; the address is kept, and the password is not', async () => {
    await signedIn('rosalind');
    const fields = { do: 'sign-in', email: 'rosalind@example.org', password: 'a wrong horse' };
    const reply = await new Visitor(server.url).send('/sign-in', fields);
    assert.equal(reply.status, 400);
    assert.match(reply.html, /role="alert"/);
    assert.match(reply.html, /value="rosalind@example\.org"/);
    assert.match(reply.html, /id="sign-in-password-fault"/);
    assert.ok(!reply.html.includes('a wrong horse'));
    const unknown = await new Visitor(server.url).send('/sign-in', {
      ...fields,
      email: 'nobody@example.org',
    });
    const strip = (html: string): string => html.replaceAll(/form_token" value="[^"]+"|\w+@example/g, '');
    assert.equal(strip(unknown.html), strip(reply.html), 'it must not tell which addresses have accounts');
  });

  test('`to` leads to paths of this site alone', async () => {
    await signedIn('radia');
    for (const [to, expected] of [
      ['/n/x?y=1', '/n/x?y=1'],
      ['https://evil.example', '/account'],
      ['//evil.example', '/account'],
      ['/\\evil.example', '/account'],
      ['/.//evil.example', '/account'],
      ['/x/..//evil.example', '/account'],
      ['/\t/evil.example', '/account'],
      ['javascript:alert(1)', '/account'],
      ['/x\r\nset-cookie: a=b', '/xset-cookie:%20a=b'],
    ] as const) {
      const fields = { do: 'sign-in', email: 'radia@example.org', password };
      const reply = await new Visitor(server.url).send(`/sign-in?to=${encodeURIComponent(to)}`, fields);
      assert.deepEqual([reply.status, reply.location], [303, expected], to);
      assert.ok(reply.headers.getSetCookie().every((line) => line.startsWith('__Host-')));
    }
  });
});
