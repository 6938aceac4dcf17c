import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeStale } from '../support/age-session.ts';
import { uniqueId } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { requestCode, poll } from '../support/device.ts';
import { openForm } from '../support/open-form.ts';
import { openIssuer } from '../support/open-issuer.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { type SitePage, Visitor } from '../support/visitor.ts';

const [session, flow] = ['__Host-session', '__Host-flow'];

suite('sign-in with the external provider on the site', async () => {
  const issuer = await openIssuer({ after });
  const server = await startServer({ after }, issuer.settings);
  /** Where the browser goes on to, by itself. */
  const leaveOf = ({ headers, html, status }: SitePage): string => {
    assert.equal(status, 200, html);
    return /^0; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1] ?? '';
  };
  /** Signs in at the provider. Returns the path of the callback. */
  const visitProvider = async (left: SitePage): Promise<string> => {
    const { pathname, search } = await issuer.visit(leaveOf(left));
    return pathname + search;
  };
  const begin = async (visitor: Visitor, page = '/sign-in'): Promise<string> =>
    visitProvider(await visitor.send(page, { do: 'provider' }));
  const signIn = async (sub: string, page?: string): Promise<Visitor> => {
    const visitor = new Visitor(server.url);
    issuer.person = { sub, name: sub };
    const reply = await visitor.get(await begin(visitor, page));
    assert.equal(reply.status, 303, reply.html);
    return visitor;
  };
  const nameOf = async ({ cookies }: Visitor): Promise<string> =>
    (await new Client(server.url, cookies.get(session)).get('/users')).json.name;

  test('a button leads to the provider, and the way back to the page that asked', async () => {
    const visitor = new Visitor(server.url);
    assert.match((await visitor.get('/sign-in')).html, /Sign in with Example ID/);
    issuer.person = { sub: 'ada', name: 'Ada' };
    const to = '/account/new-publisher';
    const callback = await begin(visitor, `/sign-in?to=${encodeURIComponent(to)}`);
    const cookie = visitor.cookies.get(flow) ?? '';
    assert.ok(!callback.includes(decodeURIComponent(cookie).split(' ')[0] ?? ''), 'the secret goes nowhere');
    const reply = await visitor.get(callback);
    assert.deepEqual([reply.status, reply.location], [303, to]);
    assert.equal(await nameOf(visitor), 'Ada');
    assert.equal(visitor.cookies.has(flow), false);
  });

  test('the cookie of a sign-in is for the server alone', async () => {
    const reply = await new Visitor(server.url).send('/sign-in', { do: 'provider' });
    const cookie = reply.headers.getSetCookie().find((line) => line.startsWith(flow)) ?? '';
    assert.deepEqual(cookie.split('; ').slice(1).toSorted(), [
      'HttpOnly',
      'Max-Age=600',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
  });

  test('the way back leads to this site alone', async () => {
    for (const to of [
      '//evil.example/x',
      'https://evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '',
    ]) {
      const visitor = new Visitor(server.url);
      issuer.person = { sub: 'ada' };
      const reply = await visitor.get(await begin(visitor, `/sign-in?to=${encodeURIComponent(to)}`));
      assert.deepEqual([reply.status, reply.location], [303, '/account'], to);
    }
    const visitor = new Visitor(server.url);
    const callback = await begin(visitor);
    const [secret = ''] = decodeURIComponent(visitor.cookies.get(flow) ?? '').split(' ');
    visitor.cookies.set(flow, encodeURIComponent(`${secret} /.//evil.example`));
    assert.equal((await visitor.get(callback)).location, '/account', 'not even by a planted cookie');
  });

  test('a callback is of no use in another browser, or a second time', async () => {
    const [eve, ada] = [new Visitor(server.url), new Visitor(server.url)];
    issuer.person = { sub: 'eve' };
    const callback = await begin(eve);
    assert.match((await ada.get(callback)).html, /This browser began no sign-in/);
    await begin(ada);
    const reply = await ada.get(callback);
    assert.equal(reply.status, 400, 'something else was begun there');
    assert.match(reply.html, /Not signed in/);
    assert.equal(ada.cookies.has(session), false);
    assert.equal((await eve.get(callback)).status, 303);
    assert.match((await eve.get(callback)).html, /This browser began no sign-in/);
    assert.ok(eve.cookies.has(session), 'a repeated callback ends nothing');
  });

  test('a sign-in ends the session before, and takes none that was planted', async () => {
    const visitor = await signIn('grace');
    const before = visitor.cookies.get(session);
    await visitor.get(await begin(visitor));
    assert.notEqual(visitor.cookies.get(session), before);
    assert.equal((await new Client(server.url, before).get('/users')).status, 401);
    const planted = new Visitor(server.url);
    planted.cookies.set(session, 'planted');
    assert.equal((await planted.get(await begin(planted))).status, 303);
    assert.notEqual(planted.cookies.get(session), 'planted');
  });

  test('a form from another site begins nothing', async () => {
    const visitor = new Visitor(server.url);
    const token = await visitor.formToken('/sign-in');
    const foreign = { 'sec-fetch-site': 'cross-site' };
    for (const [path, fields] of [
      ['/sign-in', { form_token: token, do: 'provider' }],
      ['/device/provider', { user_code: (await requestCode(server)).user_code }],
      ['/device/passkey', { user_code: (await requestCode(server)).user_code }],
    ] as const) {
      assert.equal((await visitor.post(path, new URLSearchParams(fields), foreign)).status, 403);
    }
    assert.equal((await visitor.post('/sign-in', new URLSearchParams({ do: 'provider' }))).status, 403);
  });

  test('an account links an identity on its page and unlinks it', async () => {
    const name = uniqueId('linker');
    const visitor = new Visitor(server.url, (await server.user(name)).bearer);
    issuer.person = { sub: name };
    const linked = await visitor.get(await visitProvider(await visitor.send('/account', { do: 'link' })));
    assert.deepEqual([linked.status, linked.location], [303, '/account?done=linked']);
    const page = await visitor.get('/account?done=linked');
    assert.match(page.html, /You can sign in with the provider from now on/);
    assert.equal(await nameOf(await signIn(name)), name);
    const which = /name="which" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const unlinked = await visitor.send('/account', { do: 'unlink', which });
    assert.deepEqual([unlinked.status, unlinked.location], [303, '/account?done=unlinked']);
  });

  test('the only way to sign in is not unlinked, and no password is asked for', async () => {
    const visitor = await signIn(uniqueId('only'));
    const { html } = await visitor.get('/account');
    assert.doesNotMatch(html, /type="password"/);
    assert.doesNotMatch(html, /accounts\.invalid/);
    const which = /name="which" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const refused = await visitor.send('/account', { do: 'unlink', which });
    assert.equal(refused.status, 409);
    assert.match(refused.html, /role="alert"[^<]*>[^<]*Set up another way to sign in first/);
  });

  test('a form for which there is no password to ask waits until its visitor signed in again', async () => {
    const visitor = await signIn(uniqueId('only'));
    const id = uniqueId('pub');
    await visitor.send('/account/new-publisher', { do: 'create', id, name: id });
    const page = `/account/publishers/${id}/tokens`;
    await makeStale(server, new Client(server.url, visitor.cookies.get(session)));
    const asked = await visitor.send(page, { do: 'create', name: 'CI “one”', actions: 'edit' });
    assert.equal(asked.status, 403);
    assert.match(asked.html, /no password: <a href="\/sign-in" target="_blank"/);
    const waiting = await openForm(visitor, page, 'create', asked.html);
    assert.match((await waiting.send({})).html, /Is it you\?[^]*name="name" value="CI “one”"/);
    await visitor.get(await begin(visitor));
    const again = await waiting.send({});
    assert.match(again.html, /value="CI “one”"/);
    const sent = await (await openForm(visitor, page, 'create', again.html)).send({});
    assert.match(sent.html, /pbp_[\w-]{32}/);
  });

  test('the page of a device approves it by the provider', async () => {
    const codes = await requestCode(server);
    const visitor = new Visitor(server.url);
    const page = await visitor.post('/device', new URLSearchParams({ user_code: codes.user_code }));
    assert.match(page.html, /action="\/device\/provider"/);
    assert.match(page.html, /Approve with Example ID/);
    issuer.person = { sub: 'ada' };
    const left = await visitor.post('/device/provider', new URLSearchParams({ user_code: codes.user_code }));
    const approved = await visitor.get(await visitProvider(left));
    assert.equal(approved.status, 200, approved.html);
    assert.match(approved.html, /<h1>Approved<\/h1>/);
    assert.equal(visitor.cookies.has(session), false, 'the browser itself is not signed in');
    assert.equal((await poll(server, codes)).status, 200);
  });

  test('SIGN_IN=oidc: neither a password nor a sign-up is offered', async (t) => {
    const only = await startServer(t, { ...issuer.settings, SIGN_IN: 'oidc' });
    const visitor = new Visitor(only.url);
    const { html } = await visitor.get('/sign-in');
    assert.match(html, /Sign in with Example ID/);
    assert.doesNotMatch(html, /type="password"|Sign up/);
    for (const path of ['/sign-up', '/sign-up/finish', '/forgot-password', '/reset-password']) {
      assert.equal((await visitor.get(path)).location, '/sign-in', path);
    }
  });
});
