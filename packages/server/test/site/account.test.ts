import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suite('the pages of an account', async () => {
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  /** A publisher with a node, and a visitor who is its owner. */
  const open = async () => {
    const publisher = await makePublisher(server, uniqueId('ada'));
    const nodeId = uniqueId('Node');
    await publishActive(server, publisher, nodeId, '1.0.0');
    const visitor = new Visitor(server.url);
    const email = `owner-of-${publisher.id}@example.org`;
    await visitor.send('/sign-in', { do: 'sign-in', email, password });
    const base = `/account/publishers/${publisher.id}`;
    return { publisher, nodeId, visitor, base, page: `${base}/nodes/${nodeId}` };
  };

  test('a publisher is made, edited and deleted, with what was asked to be typed', async () => {
    const { visitor } = await open();
    const id = uniqueId('made');
    const base = `/account/publishers/${id}`;
    const made = await visitor.send('/account/new-publisher', {
      do: 'create',
      id,
      name: 'Made',
      website: '',
    });
    assert.deepEqual([made.status, made.location], [303, base]);
    const saved = await visitor.send(base, { do: 'save', name: '', description: 'Line one\r\nLine two' });
    assert.equal(saved.location, `${base}?done=saved`);
    const { name, description } = (await server.anonymous.get(`/publishers/${id}`)).json;
    assert.deepEqual([name ?? id, description], [id, 'Line one\nLine two']);
    assert.match((await visitor.get(`${base}?done=saved`)).html, /role="status">Saved\./);
    for (const word of ['saved', 'toString'])
      assert.doesNotMatch((await visitor.get(`${base}?done=${word}`)).html, /role="status"/);
    const wrong = await visitor.send(base, { do: 'delete', confirmation: 'something else' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.html, /<details class="danger" open/);
    const deleted = await visitor.send(base, { do: 'delete', confirmation: id });
    assert.equal(deleted.location, '/account?done=deleted');
    assert.equal((await server.anonymous.get(`/publishers/${id}`)).status, 404);
  });

  test('a publisher whose id is a word of another address has its page', async () => {
    const { owner } = await makePublisher(server, 'new');
    const { html } = await new Visitor(server.url, owner.bearer).get('/account/publishers/new');
    assert.match(html, /Publisher new/);
  });

  test('a page for anyone asks for the menu of its visitor, which has what the visitor may do there', async () => {
    const { visitor, nodeId, page, base, publisher } = await open();
    const [, asked = ''] = /data-menu="([^"]+)"/.exec((await visitor.get(`/n/${nodeId}`)).html) ?? [];
    assert.equal(asked, `/account/menu?at=%2Fn%2F${nodeId}`);
    const linksOf = async (who: Visitor, at: string): Promise<string[]> => {
      const { html } = await who.get(`/account/menu?at=${encodeURIComponent(at)}`);
      const [, menu = ''] = /<ul id="account-menu"(.*?)<\/ul>/s.exec(html) ?? [];
      assert.match(menu, /action="\/sign-out"/);
      return [...menu.matchAll(/href="([^"]+)"><bdi>([^<]+)/g)].map(([, to, label]) => `${label} ${to}`);
    };
    const account = 'Your account /account';
    assert.deepEqual(await linksOf(visitor, `/n/${nodeId}/versions?page=2`), [
      `Manage ${page}`,
      `Publish version ${base}/publish`,
      account,
    ]);
    assert.deepEqual(await linksOf(visitor, '/'), [`Manage Publisher ${publisher.id} ${base}`, account]);
    const moderator = new Visitor(server.url, (await server.moderator()).bearer);
    const version = `/n/${nodeId}/v/1.0.0`;
    assert.deepEqual(await linksOf(moderator, version), [
      `Moderate /moderate/versions/${nodeId}/1.0.0`,
      account,
    ]);
    const other = new Visitor(server.url);
    await other.signUp(uniqueId('eve'), password);
    for (const at of [`/n/${nodeId}`, `/p/${publisher.id}`, '/n/none', '/p/%E0%A4%A', '//evil.example'])
      assert.deepEqual(await linksOf(other, at), [account], at);
    assert.match((await moderator.get('/account')).html, /href="\/moderate"/);
    const form_token = await other.formToken('/account/menu');
    assert.equal((await other.post('/sign-out', new URLSearchParams({ form_token }))).location, '/');
    assert.deepEqual(
      ['__Host-session', '__Host-signed-in'].map((name) => other.cookies.has(name)),
      [false, false],
    );
  });

  test('members are added with a role, see what members may, and are removed', async () => {
    const { visitor, base, publisher } = await open();
    const name = uniqueId('bob');
    const bob = new Visitor(server.url);
    await bob.signUp(name, password);
    const wrong = await visitor.send(`${base}/members`, { do: 'invite', email: 'nobody' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.html, /id="invite-email-fault"/);
    assert.match(wrong.html, /role="alert"/);
    assert.match(wrong.html, /value="nobody"/);
    const whichOf = (html: string): string => /name="which" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const invite = async (role: string): Promise<string> => {
      const fields = { do: 'invite', email: `${name}@example.org`, role };
      const reply = await visitor.send(`${base}/members`, fields);
      assert.equal(reply.location, `${base}/members?done=invited`);
      return whichOf((await bob.get('/account/invitations')).html);
    };
    await invite('member');
    const page = (await visitor.get(`${base}/members`)).html;
    assert.match(page, new RegExp(`Open invitations.*${name}@example\\.org.*no message was sent`, 's'));
    const sent = (await publisher.owner.get(`/publishers/${publisher.id}/invitations`)).json.invitations;
    const revoked = await visitor.send(`${base}/members`, { do: 'revoke', which: sent[0].id });
    assert.equal(revoked.location, `${base}/members?done=invitation-revoked`);
    assert.match((await bob.get('/account/invitations')).html, /You have no open invitation/);
    const declined = await bob.send('/account/invitations', { do: 'decline', which: await invite('owner') });
    assert.equal(declined.location, '/account/invitations?done=declined');
    const accepted = await bob.send('/account/invitations', { do: 'accept', which: await invite('owner') });
    assert.equal(accepted.location, `${base}?done=joined`);
    const toMember = await visitor.send(`${base}/members`, {
      do: 'role',
      which: (await publisher.owner.get(`/publishers/${publisher.id}/members`)).json[1].id,
      role: 'member',
    });
    assert.equal(toMember.location, `${base}/members?done=saved`);
    const { html } = await bob.get(`${base}/members`);
    assert.match(html, />Leave</);
    assert.doesNotMatch(html, />Remove<|Invite somebody|\/tokens/);
    assert.equal((await bob.get(`${base}/tokens`)).status, 403);
    assert.equal((await bob.get(`${base}/history`)).status, 200);
    const members = (await publisher.owner.get(`/publishers/${publisher.id}/members`)).json;
    const which: string = members.find(({ user }: { user: { name: string } }) => user.name === name).id;
    const left = await bob.send(`${base}/members`, { do: 'remove', which });
    assert.equal(left.location, '/account?done=removed');
    assert.equal((await bob.get(base)).status, 403);
    const last = await visitor.send(`${base}/members`, { do: 'remove', which: members[0].id });
    assert.equal(last.status, 409);
  });

  test('a token is shown once, also when its page is loaded again, and can be revoked', async () => {
    const { visitor, base, nodeId } = await open();
    const path = `${base}/tokens`;
    const fields = { do: 'create', name: 'CI', actions: 'edit', nodes: `${nodeId}\r\n`, never: 'yes' };
    const sent = new URLSearchParams({ form_token: await visitor.formToken(path), ...fields });
    const unsure = await visitor.send(path, { ...fields, expiresAt: '2999-01-01', never: 'yes' });
    assert.equal(unsure.status, 400);
    assert.match(unsure.html, /id="create-expiresAt-fault">Choose one/);
    const secretOf = (html: string): string => /<pre[^>]*>(pbp_[^<]+)<\/pre>/.exec(html)?.[1] ?? '';
    const secret = secretOf((await visitor.post(path, sent)).html);
    assert.notEqual(secret, '');
    assert.equal(secretOf((await visitor.post(path, sent)).html), secret);
    const { html } = await visitor.get(path);
    assert.ok(!html.includes(secret));
    assert.match(html, />CI<.*may edit.*never used.*never expires/s);
    const robot = new Client(server.url, secret);
    const edit = () => robot.put(`/publishers/${base.split('/').at(-1)}/nodes/${nodeId}`, { author: 'CI' });
    assert.equal((await edit()).status, 200);
    const which = /name="which" value="([^"]+)"/.exec(html)?.[1] ?? '';
    assert.equal((await visitor.send(path, { do: 'revoke', which })).location, `${path}?done=revoked`);
    assert.equal((await edit()).status, 401);
    const faulty = await visitor.send(path, { do: 'create', name: 'x', expiresAt: '1999-01-01' });
    assert.equal(faulty.status, 400);
    assert.match(faulty.html, /id="create-(expiresAt|actions)-fault"/);
  });

  test('whoever found a token ends it, without an account', async () => {
    const { publisher } = await open();
    const finder = new Visitor(server.url);
    const half = await finder.send('/leaked-token', { do: 'leaked', token: publisher.token.slice(0, -1) });
    assert.equal(half.status, 400);
    assert.match(half.html, /id="leaked-token-fault"/);
    const done = await finder.send('/leaked-token', { do: 'leaked', token: publisher.token });
    assert.equal(done.location, '/leaked-token?done=leaked');
    const robot = new Client(server.url, publisher.token);
    assert.equal((await robot.get('/tokens/current')).status, 401);
  });

  test('a CI is trusted for a node that does not exist yet, and no longer; a node can be of trusted CIs alone', async () => {
    const { visitor, base, page, nodeId } = await open();
    const path = `${base}/trusted-publishers`;
    const rule = { issuer: 'gitlab', repository: 'my-group/my-project', workflows: '.gitlab-ci.yml' };
    const made = await visitor.send(path, {
      do: 'trust',
      ...rule,
      environment: 'release',
      node_id: 'Not-Yet',
    });
    assert.equal(made.location, `${path}?done=trusted`);
    const { html } = await visitor.get(path);
    assert.match(
      html,
      />my-group\/my-project<.*does not exist yet.*\.gitlab-ci\.yml.*in release.*not-yet.*never used/s,
    );
    const refused = await visitor.send(path, { do: 'trust', ...rule, repository: 'no-owner' });
    assert.equal(refused.status, 400);
    assert.match(refused.html, /id="trust-repository-fault"/);
    const which = /name="which" value="([^"]+)"/.exec(html)?.[1] ?? '';
    assert.equal((await visitor.send(path, { do: 'distrust', which })).location, `${path}?done=distrusted`);
    const isTrustedOnly = async () => (await server.anonymous.get(`/nodes/${nodeId}`)).json.trusted_only;
    assert.equal((await visitor.send(page, { do: 'trusted-only' })).location, `${page}?done=trusted-only`);
    assert.equal(await isTrustedOnly(), true);
    await visitor.send(page, { do: 'tokens-again' });
    assert.equal(await isTrustedOnly(), undefined);
  });

  test('a node is previewed without being saved, and then saved', async () => {
    const { visitor, page, nodeId } = await open();
    const fields = { name: 'New <b>name</b>', description: 'New', tags: 'one\r\ntwo' };
    const preview = await visitor.send(page, { do: 'save', preview: 'yes', ...fields });
    assert.equal(preview.status, 200);
    assert.match(preview.html, /Nothing is saved yet[^]*<article class="card">[^]*New &lt;b>name&lt;\/b>/);
    assert.match(preview.html, /id="save-description"[^>]*>New</);
    const read = async () => (await server.anonymous.get(`/nodes/${nodeId}`)).json;
    assert.notEqual((await read()).description, 'New');
    assert.equal((await visitor.send(page, { do: 'save', ...fields })).location, `${page}?done=saved`);
    const node = await read();
    assert.deepEqual([node.name, node.description, node.tags], [fields.name, 'New', ['one', 'two']]);
    const refused = await visitor.send(page, { do: 'save', ...fields, repository: 'javascript:alert(1)' });
    assert.equal(refused.status, 400);
    assert.match(refused.html, /id="save-repository-fault"/);
    await visitor.send(page, { do: 'save', name: '', description: '', tags: '' });
    const { tags, description } = await read();
    assert.deepEqual([tags ?? [], description ?? ''], [[], '']);
  });

  test('a version is deprecated, and deleted by typing what it is', async () => {
    const { visitor, page, nodeId } = await open();
    const read = async () => (await server.anonymous.get(`/nodes/${nodeId}/versions/1.0.0`)).json;
    const send = (action: string, deprecation_message = '') =>
      visitor.send(page, { do: action, which: '1.0.0', deprecation_message });
    const long = await send('deprecate', 'x'.repeat(1_001));
    assert.equal(long.status, 400);
    assert.match(long.html, /id="deprecate-1\.0\.0-deprecation_message-fault"/);
    for (const [action, message, is, why] of [
      ['deprecate', '', true, undefined],
      ['deprecate', ' Use <2.0.0>. ', true, 'Use <2.0.0>.'],
      ['deprecate', '', true, undefined],
      ['deprecate', 'Gone.', true, 'Gone.'],
      ['undeprecate', '', false, undefined],
    ] as const) {
      const reply = await send(action, message);
      assert.equal(reply.location, `${page}?done=${action}d`);
      const version = await read();
      assert.deepEqual([version.deprecated ?? false, version.deprecation_message], [is, why]);
    }
    const { html } = await visitor.get(page);
    assert.match(html, /For 30 days, a moderator can restore it; you cannot\./);
    const fields = { do: 'delete-version', which: '1.0.0' };
    for (const confirmation of ['', '1.0.0', `${nodeId}@1.0.1`]) {
      assert.equal((await visitor.send(page, { ...fields, confirmation })).status, 400, confirmation);
    }
    await visitor.send(page, { ...fields, confirmation: `${nodeId}@1.0.0` });
    assert.match((await read()).status, /Deleted$/);
    const { html: after } = await visitor.get(page);
    assert.match(after, /A moderator can restore it within 30 days/);
    assert.match(after, /No version is left.*\/publish">Publish a version<\/a> with a new number/s);
  });

  test('a node is renamed, and its page is found by both ids', async () => {
    const { visitor, page, base, nodeId } = await open();
    const id = uniqueId('renamed');
    const faulty = await visitor.send(page, { do: 'rename', id: 'a b' });
    assert.equal(faulty.status, 400);
    assert.match(faulty.html, /id="rename-id-fault"/);
    const { location } = await visitor.send(page, { do: 'rename', id });
    assert.equal(location, `${base}/nodes/${id}?done=renamed`);
    for (const one of [nodeId, id]) {
      const { html } = await visitor.get(`${base}/nodes/${one}`);
      assert.ok(html.includes(`<code>${id}</code>, formerly <code>${nodeId}</code>`));
      const shown = (await server.anonymous.get(`/n/${one}`)).text;
      assert.match(shown, new RegExp(`<link rel="canonical" href="[^"]*/n/${id}"`));
      assert.match(shown, new RegExp(`<dt>Formerly</dt><dd><bdi>${nodeId}</bdi></dd><dt>Updated</dt>`));
    }
  });

  test('a node is deleted by typing its id, and restored', async () => {
    const { visitor, page, base, nodeId } = await open();
    assert.equal((await visitor.send(page, { do: 'delete-node', confirmation: 'x' })).status, 400);
    await visitor.send(page, { do: 'delete-node', confirmation: nodeId });
    assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).status, 404);
    assert.match((await visitor.get(page)).html, /This node is deleted/);
    assert.equal((await visitor.send(page, { do: 'restore' })).location, `${page}?done=restored`);
    assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).status, 200);
    await visitor.send(page, { do: 'delete-node', confirmation: nodeId });
    assert.match((await visitor.get(base)).html, new RegExp(`Deleted nodes.*aria-label="Restore ${nodeId}"`));
    const restored = await visitor.send(base, { do: 'restore', which: nodeId });
    assert.equal(restored.location, `${base}?done=restored`);
    assert.doesNotMatch((await visitor.get(base)).html, /Deleted nodes/);
    assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).status, 200);
    assert.equal((await visitor.get(`${page}-unknown`)).status, 404);
    const { page: elsewhere } = await open();
    assert.equal((await visitor.get(elsewhere)).status, 403);
  });

  test('usage has a bar for each quota; the history has each change with who made it', async () => {
    const { visitor, base, nodeId, publisher } = await open();
    const usage = (await visitor.get(`${base}/usage`)).html;
    assert.match(usage, /<meter aria-label="nodes" value="1" max="1000"/);
    const { html } = await visitor.get(`${base}/history`);
    assert.match(html, new RegExp(`version\\.published</code> <bdi>${nodeId}@1\\.0\\.0</bdi>`));
    assert.match(html, new RegExp(`by <bdi>owner-of-${publisher.id}</bdi>`));
    assert.match(html, /request [\w-]{36}/);
    assert.match((await visitor.get(`${base}/history?before=1`)).html, /Nothing happened here/);
  });

  test('a webhook is made, changed, rotated and deleted, and its events are sent again', async (t) => {
    const { publisher, visitor, base } = await open();
    const receiver = await openReceiver(t);
    const list = `${base}/webhooks`;
    const url = receiver.url;
    assert.match((await visitor.get(list)).html, /type="checkbox" name="events" value="node\.created"/);
    const made = await visitor.send(list, { do: 'create', url, description: 'Chat', events: 'node.created' });
    const secret = /whsec_[\w+/=]+/.exec(made.html)?.[0] ?? 'none';
    assert.match(made.html, /it is not shown again/);
    const [hook = ''] = /\/webhooks\/[\da-f-]{36}/.exec(made.html) ?? [];
    const path = base + hook;
    assert.doesNotMatch((await visitor.get(path)).html, /whsec_/);
    await publisher.owner.post(`/publishers/${publisher.id}/nodes`, { id: uniqueId('Told') });
    await server.settle();
    const [, which = ''] = /name="which" value="([^"]+)"/.exec((await visitor.get(path)).html) ?? [];
    const replayed = await visitor.send(path, { do: 'replay', which });
    assert.equal(replayed.location, `${path}?done=replayed`);
    await server.settle();
    assert.equal(receiver.received.length, 2);
    const rotated = await visitor.send(path, { do: 'rotate' });
    assert.match(rotated.html, /whsec_/);
    assert.ok(!rotated.html.includes(secret));
    assert.equal((await visitor.send(path, { do: 'test' })).location, `${path}?done=tested`);
    await visitor.send(path, { do: 'off' });
    assert.match((await visitor.get(list)).html, /Off: It was turned off\./);
    await visitor.send(path, { do: 'on' });
    const saved = await visitor.send(path, { do: 'save', url, description: '', events: '' });
    assert.equal(saved.location, `${path}?done=saved`);
    assert.match((await visitor.get(list)).html, /all events/);
    assert.equal((await visitor.send(path, { do: 'delete', confirmation: 'no' })).status, 400);
    const deleted = await visitor.send(path, { do: 'delete', confirmation: 'delete' });
    assert.equal(deleted.location, `${list}?done=deleted`);
    assert.equal((await visitor.get(path)).status, 404);
  });
});
