import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId, zip } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { openForm } from '../support/open-form.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor, bodyOf } from '../support/visitor.ts';

const session = '__Host-session';

suite('forms that outlive their session', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'lines', '1.0.0');
  const email = 'owner-of-ada@example.org';
  const signIn = (visitor: Visitor) => visitor.send('/sign-in', { do: 'sign-in', email, password });
  const signedIn = async (): Promise<Visitor> => {
    const visitor = new Visitor(server.url);
    await signIn(visitor);
    return visitor;
  };
  const endSession = ({ cookies }: Visitor) =>
    new Client(server.url, cookies.get(session) ?? '').post('/auth/sign-out');
  const report = '/n/lines/report';
  const words = { reason: 'broken', version: '1.0.0', text: 'It “fails”.\r\nThen <it> stops.' };
  const shown = /value="broken" selected[^]*value="1\.0\.0"[^]*>It “fails”\.\r?\nThen &lt;it> stops\.</;

  test('after a sign-in in another tab, the form is shown again as it was, and can be sent', async () => {
    const visitor = await signedIn();
    const form = await openForm(visitor, report, 'report');
    await signIn(visitor);
    const again = await form.send(words);
    assert.equal(again.status, 403);
    assert.match(again.html, shown);
    assert.match(again.html, /role="alert"[^<]*>Nothing was changed: somebody signed in or out/);
    assert.doesNotMatch(again.html, /Go back/);
    const sent = await (await openForm(visitor, report, 'report', again.html)).send({});
    assert.equal(sent.location, '/account/reports?done=reported', sent.html);
  });

  test('after a session has ended, it waits on a page until its visitor is signed in again', async () => {
    const visitor = await signedIn();
    const form = await openForm(visitor, report, 'report');
    await endSession(visitor);
    const ended = await form.send(words);
    assert.deepEqual([ended.status, visitor.cookies.has(session)], [403, false]);
    assert.match(ended.html, /You are signed out[^]*href="\/sign-in" target="_blank"/);
    const waiting = await openForm(visitor, report, 'report', ended.html);
    assert.match((await waiting.send({})).html, /You are signed out/);
    await signIn(visitor);
    const again = await waiting.send({});
    assert.match(again.html, shown);
    const sent = await (await openForm(visitor, report, 'report', again.html)).send({});
    assert.equal(sent.status, 303, sent.html);
  });

  test('after a sign-in as somebody who may not see the page, its texts are on the refusal', async () => {
    await server.user('eve');
    const visitor = await signedIn();
    const profile = await openForm(visitor, `/account/publishers/${ada.id}`, 'save');
    const eve = { do: 'sign-in', email: 'eve@example.org', password };
    await visitor.send('/sign-in', eve);
    const refused = await profile.send({ description: 'Nodes that <draw> lines.' });
    assert.equal(refused.status, 403);
    assert.match(refused.html, /Not allowed[^]*What you wrote[^]*Nodes that &lt;draw> lines\./);
  });

  test('one that holds nothing but secrets leads to the sign-in, and they are on no page', async () => {
    const visitor = await signedIn();
    const form_token = await visitor.formToken('/account');
    await endSession(visitor);
    const secrets = { currentPassword: 'horse one', newPassword: 'horse two' };
    const body = new URLSearchParams({ form_token, do: 'password', ...secrets });
    const reply = await visitor.post('/account', body);
    assert.deepEqual([reply.status, reply.location], [303, '/sign-in?to=%2Faccount']);
    const other = await signedIn();
    const stale = await other.formToken('/account');
    await signIn(other);
    body.set('form_token', stale);
    const again = await other.post('/account', body);
    assert.equal(again.status, 403);
    assert.doesNotMatch(again.html, /horse (?:one|two)/);
  });

  const path = `/account/publishers/${ada.id}/publish`;
  const packageOf = async (id: string): Promise<Blob> =>
    new Blob([
      await zip({ 'pyproject.toml': `[project]\nname = "${id}"\nversion = "1.0.0"\n`, '__init__.py': '' }),
    ]);

  test('a publish keeps what changed, but no token, and its file is chosen again', async () => {
    const visitor = await signedIn();
    const form_token = await visitor.formToken(path);
    const fields = { form_token, changelog: 'More lines', personal_access_token: 'pbp_secret' };
    const body = bodyOf({ ...fields, package: await packageOf(uniqueId('kept')) });
    await signIn(visitor);
    const again = await visitor.post(path, body);
    assert.equal(again.status, 403);
    assert.match(again.html, /Not published[^]*>More lines</);
    const second = await visitor.formToken(path);
    await endSession(visitor);
    const ended = await visitor.post(path, bodyOf({ ...fields, form_token: second }));
    assert.match(ended.html, /You are signed out[^]*name="changelog" value="More lines"/);
    assert.doesNotMatch(ended.html, /pbp_secret/);
  });
});
