import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeStale } from '../support/age-session.ts';
import { digitsAt } from '../support/authenticator.ts';
import { makePublisher, uniqueId } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suite('the security of an account', async () => {
  const server = await startServer({ after });
  /** A publisher, and a visitor who is its owner. */
  const open = async () => {
    const publisher = await makePublisher(server, uniqueId('ada'));
    const visitor = new Visitor(server.url);
    const email = `owner-of-${publisher.id}@example.org`;
    await visitor.send('/sign-in', { do: 'sign-in', email, password });
    return { publisher, visitor, base: `/account/publishers/${publisher.id}` };
  };

  test('where a recent sign-in is needed, it is asked for in place, and the same form goes on', async () => {
    const { visitor, publisher, base } = await open();
    const stale = () => makeStale(server, new Client(server.url, visitor.cookies.get('__Host-session')));
    await stale();
    const fields = { do: 'create', name: 'CI & "co"', actions: 'edit' };
    const asked = await visitor.send(`${base}/tokens`, fields);
    assert.equal(asked.status, 403);
    assert.match(asked.html, /<h1>Is it you\?<\/h1>/);
    assert.match(asked.html, /name="name" value="CI &amp; &quot;co&quot;"/);
    assert.doesNotMatch(asked.html, /pbp_/);
    const wrong = await visitor.send(`${base}/tokens`, { ...fields, step_up_password: 'a wrong horse' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.html, /id="create-step_up_password-fault"/);
    assert.ok(!wrong.html.includes('a wrong horse'));
    const made = await visitor.send(`${base}/tokens`, { ...fields, step_up_password: password });
    assert.match(made.html, /pbp_[\w-]{32}/);
    assert.ok(!made.html.includes(password));
    const tokens = (await publisher.owner.get(`/publishers/${publisher.id}/tokens`)).json;
    assert.ok(tokens.some(({ name, actions }) => name === 'CI & "co"' && actions?.join() === 'edit'));
    await stale();
    const deleted = await visitor.send(base, { do: 'delete', confirmation: publisher.id });
    assert.match(deleted.html, /name="confirmation"/);
  });

  test('an authenticator app: from its QR code to recovery codes, a sign-in, a step-up and its removal', async () => {
    const { visitor, publisher } = await open();
    const path = '/account/security';
    const email = `owner-of-${publisher.id}@example.org`;
    const begun = await visitor.send(path, { do: 'enrol' });
    assert.match(begun.html, /<svg role="img" aria-label="QR code/);
    const [, secret = ''] = /name="secret" value="([^"]+)"/.exec(begun.html) ?? [];
    const [, uri = ''] = /name="uri" value="([^"]+)"/.exec(begun.html) ?? [];
    const next = (): string => {
      server.clock.advance(30_000);
      return digitsAt(secret, server.clock.now());
    };
    const form = { do: 'confirm', secret, uri: uri.replaceAll('&amp;', '&') };
    const wrong = await visitor.send(path, { ...form, code: '000000' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.html, /id="confirm-code-fault".*/s);
    assert.ok(wrong.html.includes(secret), 'the same QR code again');
    const confirmed = await visitor.send(path, { ...form, code: next() });
    const [recovery = ''] = /[B-Z]{4}(?:-[B-Z]{4}){3}/.exec(confirmed.html) ?? [];
    assert.notEqual(recovery, '');
    assert.doesNotMatch((await visitor.get(path)).html, /[B-Z]{4}(?:-[B-Z]{4}){3}/);

    const elsewhere = new Visitor(server.url);
    const address = '/sign-in?to=%2Faccount%2Fsecurity';
    const half = await elsewhere.send(address, { do: 'sign-in', email, password });
    assert.equal(half.status, 200);
    assert.match(half.html, /<h1>Second factor<\/h1>/);
    assert.equal(elsewhere.cookies.has('__Host-session'), false);
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(half.html) ?? [];
    const refused = await elsewhere.send(address, { do: 'complete', token, code: '000000' });
    assert.match(refused.html, /id="complete-code-fault"/);
    assert.ok(refused.html.includes(token) && !refused.html.includes('000000'));
    const whole = await elsewhere.send(address, { do: 'complete', token, code: next() });
    assert.deepEqual([whole.status, whole.location], [303, path]);

    await makeStale(server, new Client(server.url, elsewhere.cookies.get('__Host-session')));
    assert.match((await elsewhere.send(path, { do: 'remove' })).html, /name="step_up_code"/);
    const removed = await elsewhere.send(path, { do: 'remove', step_up_code: recovery });
    assert.equal(removed.location, `${path}?done=factor-removed`);
    assert.equal((await visitor.get(path)).status, 303, 'other sessions are over');
  });

  test('sessions are listed by device, and end one by one or all others at once', async () => {
    const { visitor, publisher } = await open();
    const path = '/account/security';
    const email = `owner-of-${publisher.id}@example.org`;
    const agent = {
      'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Gecko/20100101 Firefox/140.0',
    };
    const others = [new Visitor(server.url), new Visitor(server.url), new Visitor(server.url)];
    for (const other of others) await other.send('/sign-in', { do: 'sign-in', email, password }, agent);
    const { html } = await visitor.get(path);
    assert.match(html, /<strong>Firefox on macOS<\/strong>/);
    assert.equal(html.split('this session').length - 1, 1);
    const [, which = ''] = /name="which" value="([^"]+)"/.exec(html) ?? [];
    const one = await visitor.send(path, { do: 'end-session', which });
    assert.equal(one.location, `${path}?done=session-ended`);
    const statuses = await Promise.all(others.map(async (other) => String((await other.get(path)).status)));
    assert.equal(statuses.toSorted().join(' '), '200 200 303');
    assert.equal((await visitor.send(path, { do: 'end-others' })).location, `${path}?done=others-ended`);
    for (const other of others) assert.equal((await other.get(path)).status, 303);
    assert.equal((await visitor.get(path)).status, 200);
  });
});
