import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeStale } from '../support/age-session.ts';
import { makePublisher, uniqueId } from '../support/build.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

const browser = { accept: 'text/html,*/*;q=0.8' };

suite('what the site says of a refusal', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, uniqueId('ada'));
  const visitor = new Visitor(server.url, ada.owner.bearer);
  const own = `/account/publishers/${ada.id}`;
  const refusal = async (path: string, fields: Record<string, string>): Promise<string> => {
    const { status, html } = await visitor.send(path, fields);
    assert.ok(status >= 400, html);
    const said = /<p class="(?:alert|wrong)"[^]*?<\/p>/g;
    return (html.match(said) ?? []).join(' ').replaceAll(/<[^>]*>/g, '');
  };

  test('no call of the interface, and no words of a validator', async () => {
    const email = `owner-of-${ada.id}@example.org`;
    const invited = await refusal(`${own}/members`, { do: 'invite', email, role: 'member' });
    assert.match(invited, /There is a member with this address already/);
    const tokenless = await refusal(`${own}/tokens`, { do: 'create', name: 'CI' });
    assert.match(tokenless, /Choose what the token may do/);
    const unnamed = await refusal(`${own}/webhooks`, { do: 'create', url: '' });
    assert.match(unnamed, /It must not be empty\./);
    const revoked = await refusal(`${own}/tokens`, { do: 'revoke', which: 'none' });
    assert.equal(revoked.trim(), 'There is no such token.');
    const { message } = (await ada.owner.delete(`/publishers/${ada.id}/tokens/none`)).json;
    assert.match(message, /^There is no such token\. GET \/publishers\/\{publisherId\}\/tokens lists/);
    for (const said of [invited, tokenless, unnamed])
      assert.doesNotMatch(said, /(?:GET|POST|PUT) \/|NOT have/);
  });

  test('a short password is a wrong one', async () => {
    const short = await new Visitor(server.url).send('/sign-in', {
      do: 'sign-in',
      email: `owner-of-${ada.id}@example.org`,
      password: 'short',
    });
    assert.match(short.html, /Wrong e-mail or password/);
    await makeStale(server, ada.owner);
    const fields = { do: 'create', name: 'CI', actions: 'publish' };
    const asked = await visitor.send(`${own}/tokens`, fields);
    assert.match(asked.html, /Is it you\?/);
    const again = await visitor.send(`${own}/tokens`, { ...fields, step_up_password: 'short' });
    assert.match(again.html, /class="wrong"[^>]*>This is not the password/);
    const proved = await visitor.send(`${own}/tokens`, { ...fields, step_up_password: password });
    assert.match(proved.html, /This is the token/);
  });

  test('an address that asks too much', async () => {
    const page = await visitor.get('/n/%ff', browser);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(page.html, /<h1>This did not work/);
    const odd = await visitor.get(`/search?takes=${'A,'.repeat(20)}A`);
    assert.equal(odd.status, 400);
    assert.match(odd.html, /<code>takes<\/code>: It must be a list of at most 8\./);
    assert.doesNotMatch(odd.html, /\/takes|listed in details/);
  });
});
