import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readOutbox, secretIn } from '../support/read-outbox.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suite('the pages of links in messages', async () => {
  const server = await startServer({ after }, { EMAIL_VERIFICATION: 'required' });
  const newPassword = 'a staple more correct';
  const newest = async (to: string) => {
    const mail = (await readOutbox(server, to)).at(-1);
    assert.ok(mail, `no message to ${to}`);
    return mail;
  };
  /** The page of the link in the newest message to an address, as a path. */
  const pageTo = async (to: string): Promise<string> => {
    const [link = ''] = /http\S+\?token=\S+/.exec((await newest(to)).text) ?? [];
    return link.slice(server.server.context.publicUrl().length);
  };
  const signUp = async (name: string): Promise<Visitor> => {
    const visitor = new Visitor(server.url);
    const email = `${name}@example.org`;
    const sent = await visitor.send('/sign-up', { do: 'sign-up', name, email, password });
    assert.equal(sent.location, '/sign-up?done=sign-up-sent');
    assert.match(
      (await visitor.get('/sign-up?done=sign-up-sent')).html,
      /role="status">A message is on its way/,
    );
    const finish = await pageTo(email);
    const wrong = await visitor.send(finish, { do: 'finish', password: 'another password' });
    assert.deepEqual(
      [wrong.status, /class="wrong"[^>]*>This is not the password/.test(wrong.html)],
      [400, true],
    );
    assert.equal((await visitor.send(finish, { do: 'finish', password })).location, '/account');
    return visitor;
  };

  test('a sign-up is finished by its link, and a forgotten password set by another', async () => {
    const visitor = await signUp('grace');
    assert.match((await visitor.get('/account')).html, /grace@example\.org/);
    const sent = await visitor.send('/forgot-password', { do: 'forgot', email: 'grace@example.org' });
    assert.equal(sent.location, '/forgot-password?done=sent');
    const reset = await pageTo('grace@example.org');
    const weak = await visitor.send(reset, { do: 'reset', newPassword: 'password1234' });
    assert.deepEqual([weak.status, /class="wrong"/.test(weak.html)], [400, true]);
    const done = await visitor.send(reset, { do: 'reset', newPassword });
    assert.deepEqual([done.status, done.location], [303, '/sign-in?done=password']);
    assert.match(
      (await visitor.get('/sign-in?done=password')).html,
      /role="status">Your password is changed/,
    );
    assert.match((await visitor.get('/account')).location ?? '', /^\/sign-in/);
    const fields = { do: 'sign-in', email: 'grace@example.org', password: newPassword };
    assert.equal((await visitor.send('/sign-in', fields)).location, '/account');
    const again = await visitor.send(reset, { do: 'reset', newPassword });
    assert.deepEqual([again.status, /unknown, was used or has expired/.test(again.html)], [400, true]);
  });

  test('a deleted account is confirmed, once', async () => {
    const visitor = await signUp('leaver');
    const fields = { do: 'delete', confirmation: 'leaver@example.org' };
    const deleted = await visitor.send('/account/data', fields);
    assert.equal(deleted.location, '/sign-in?done=account-deleted', deleted.html);
    for (const isSaid of [true, false]) {
      const { html } = await visitor.get('/sign-in?done=account-deleted');
      assert.equal(html.includes('Your account is deleted.'), isSaid);
    }
  });

  test('an address is verified and changed from the account, and opening a link does nothing', async () => {
    const visitor = await signUp('mary');
    await server.server.context.store.write({ actor: 'server' }, ({ db }) =>
      db.updateTable('user').set({ emailVerified: 0 }).where('email', '=', 'mary@example.org').execute(),
    );
    assert.match((await visitor.get('/account')).html, /not verified/);
    const sent = await visitor.send('/account', { do: 'verify', email: 'mary@example.org' });
    assert.equal(sent.location, '/account?done=sent');
    const verify = await pageTo('mary@example.org');
    assert.equal((await visitor.get(verify)).status, 200);
    assert.match((await visitor.get('/account')).html, /not verified/);
    assert.equal((await visitor.send(verify, { do: 'verify' })).location, '/verify?done=address-verified');
    assert.doesNotMatch((await visitor.get('/account')).html, /not verified/);
    const wanted = { do: 'address', newEmail: 'moved@example.org', password };
    assert.equal((await visitor.send('/account', wanted)).location, '/account?done=address-requested');
    for (const [to, status] of [
      ['mary@example.org', 'waiting'],
      ['moved@example.org', 'changed'],
    ] as const) {
      const link = await pageTo(to);
      assert.match((await visitor.get(link)).html, /Move the account to <bdi>moved@example\.org<\/bdi>/);
      const agreed = await visitor.send(link, { do: 'verify' });
      assert.equal(agreed.location, `/verify?done=address-${status}`);
    }
    assert.match((await visitor.get('/account')).html, /moved@example\.org/);
    assert.equal(secretIn(await newest('moved@example.org')), '');
  });
});
