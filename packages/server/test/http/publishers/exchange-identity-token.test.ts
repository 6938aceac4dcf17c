import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { reap } from '../../../src/packages/reap.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publication, uniqueId, zip } from '../../support/build.ts';
import { days, hours } from '../../support/clock.ts';
import { githubClaims, gitlabClaims, openIssuer } from '../../support/open-ci-issuer.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/trusted-publishing/token';
const rules = '/publishers/ada/trusted-publishers';
type Claims = Readonly<Record<string, unknown>>;
const minutes = (count: number) => hours(count / 60);

suite('exchange-identity-token', async () => {
  const issuer = await openIssuer({ after }, () => server.clock.now());
  const server = await startServer({ after }, issuer.settings);
  const ada = await makePublisher(server, 'ada');
  const audience = new URL(server.server.context.publicUrl()).origin;
  const { github, gitlab, other } = issuer.urls;
  const gitlabJob = gitlabClaims(gitlab);
  const workflows = ['publish.yml', 'octo-org/shared/.github/workflows/node.yml'];
  const ruleOf = {
    [github]: { issuer: 'github', repository: 'Octo-Org/octo-repo', workflows, environment: 'Release' },
    [gitlab]: {
      issuer: 'gitlab',
      repository: 'my-group/nodes/my-project',
      workflows: ['.gitlab-ci.yml'],
      environment: 'release',
    },
    [other]: { issuer: other, claims: { repository: 'acme/pack', stage: 'release' } },
  };
  const allow = async (body: object) => {
    const reply = await ada.owner.post(rules, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.json.id;
  };
  for (const body of Object.values(ruleOf)) await allow(body);

  const jobToken = (claims: Claims = {}, how?: Parameters<typeof issuer.sign>[3]) =>
    issuer.sign(github, audience, { ...githubClaims, ...claims }, how);
  const send = (token: string, node_id = 'pack', query: '' | '?dry_run=true' = '') =>
    server.anonymous.post(`${path}${query}`, { token, publisher_id: 'ada', node_id });
  const publish = (token: string, version: string, nodeId = 'pack') =>
    server.anonymous.post(`/publishers/ada/nodes/${nodeId}/versions`, publication(token, version), {
      authorization: `Bearer ${token}`,
    });

  test('201: a token of 15 minutes, whose first publish makes the node and says who built it', async () => {
    const reply = await send(await jobToken());
    assert.equal(reply.status, 201, reply.text);
    const { token, expires_at, built_by, node_id } = reply.json;
    assert.match(token, /^pbp_/);
    const left = Date.parse(expires_at) - server.clock.now().getTime();
    assert.ok(left > minutes(14) && left <= minutes(15), String(left));
    assert.equal(node_id, 'pack');
    assert.deepEqual(built_by, {
      issuer: github,
      repository: `${issuer.state.url}/octo-org/octo-repo`,
      workflow: '.github/workflows/publish.yml',
      run: `${issuer.state.url}/octo-org/octo-repo/actions/runs/1234567890/attempts/2`,
      commit: githubClaims.sha,
      ref: 'refs/tags/v1.0.0',
      environment: 'release',
    });
    const published = await publish(token, '1.0.0');
    assert.equal(published.status, 201, published.text);
    assert.equal(
      (await server.anonymous.upload(published.json.signedUrl, await zip({ '__init__.py': '' }))).status,
      200,
    );
    await server.settle();
    const shown = await server.anonymous.get('/nodes/pack/versions/1.0.0');
    assert.deepEqual(shown.json.built_by, built_by);
    assert.deepEqual((await server.anonymous.get('/nodes/pack')).json.latest_version?.built_by, built_by);
    const { changes } = (await ada.owner.get('/publishers/ada/audit')).json;
    const exchanged = changes.find(({ action }) => action === 'token.created');
    assert.deepEqual([exchanged?.by.kind, exchanged?.by.name], ['token', 'CI of octo-org/octo-repo']);
  });

  test('201: what is got publishes that node alone, does nothing else, and ends', async () => {
    const { token } = (await send(await jobToken())).json;
    const as = { authorization: `Bearer ${token}` };
    assertRefused(await publish(token, '1.0.0', 'other-pack'), 'forbidden');
    assertRefused(
      await server.anonymous.put('/publishers/ada/nodes/pack', { description: 'x' }, as),
      'forbidden',
    );
    assertRefused(await server.anonymous.post('/publishers/ada/tokens', { name: 'x' }, as), 'forbidden');
    assertRefused(await server.anonymous.post(rules, ruleOf[github], as), 'forbidden');
    assert.equal((await server.anonymous.get('/tokens/current', as)).json.built_by?.commit, githubClaims.sha);
    server.clock.advance(minutes(15));
    assertRefused(await publish(token, '1.0.1'), 'unauthenticated');
  });

  test('201: a rule for an id that no node had yet is good for the node that gets it', async () => {
    const [before, id] = [uniqueId('first-name'), uniqueId('Later-Name')];
    const rule = { ...ruleOf[gitlab], repository: 'my-group/later', node_id: id };
    await allow(rule);
    await ada.owner.post('/publishers/ada/nodes', { id: before });
    const renamed = await ada.owner.post(`/publishers/ada/nodes/${before}/rename`, { id });
    assert.equal(renamed.status, 200, renamed.text);
    const job = { ...gitlabJob, project_path: rule.repository };
    const config = `${new URL(gitlab).host}/gitlab/my-group/later//.gitlab-ci.yml@refs/heads/main`;
    for (const nodeId of [before, id]) {
      const token = await issuer.sign(gitlab, audience, { ...job, ci_config_ref_uri: config });
      const reply = await send(token, nodeId);
      assert.equal(reply.status, 201, reply.text);
      assert.equal(reply.json.node_id, id);
    }
  });

  test('a version that a stored token publishes again while it waits was built by nobody known', async () => {
    const { token } = (await send(await jobToken())).json;
    assert.ok((await publish(token, '1.4.0')).json.node_version.built_by);
    const { node_version, ...rest } = publication(ada.token, '1.4.0');
    const forged = { ...rest, node_version: { ...node_version, built_by: { issuer: github } } };
    const again = await ada.owner.post('/publishers/ada/nodes/pack/versions', forged);
    assert.equal(again.json.node_version.built_by, undefined);
  });

  test('a node of trusted jobs alone takes what they publish', async () => {
    await ada.owner.put('/publishers/ada/nodes/pack/publishing', { trusted_only: true });
    const { token } = (await send(await jobToken())).json;
    assert.equal((await publish(token, '1.5.0')).status, 201);
    await ada.owner.put('/publishers/ada/nodes/pack/publishing', { trusted_only: false });
  });

  test('the claims of GitHub and GitLab as they are documented, and what of them decides', async () => {
    /** The issuer, what differs from its documented claims, and the claim that refuses the job, if one does. */
    const jobs: [string, Claims, string?][] = [
      [github, {}],
      [github, { sub: 'repo:octo-org/octo-repo:ref:refs/heads/main' }],
      [github, { sub: 'anything at all' }],
      [github, { repository: 'OCTO-ORG/Octo-Repo', environment: 'RELEASE' }],
      [github, { event_name: 'workflow_dispatch', ref: 'refs/heads/main', ref_type: 'branch' }],
      [github, { event_name: 'push', run_attempt: '1' }],
      // A workflow of the repository that is called by another one of it, and a reusable one that the rule names.
      [github, { workflow_ref: 'octo-org/octo-repo/.github/workflows/ci.yml@refs/heads/main' }],
      [
        github,
        {
          workflow_ref: 'octo-org/octo-repo/.github/workflows/ci.yml@refs/heads/main',
          job_workflow_ref: 'octo-org/shared/.github/workflows/node.yml@refs/tags/v2',
        },
      ],
      [
        github,
        { job_workflow_ref: 'stranger/shared/.github/workflows/publish.yml@refs/heads/main' },
        'job_workflow_ref',
      ],
      [
        github,
        {
          workflow_ref: 'octo-org/octo-repo/.github/workflows/ci.yml@refs/heads/main',
          job_workflow_ref: 'octo-org/octo-repo/.github/workflows/ci.yml@refs/heads/main',
        },
        'workflow_ref',
      ],
      [
        github,
        {
          workflow_ref: 'octo-org/octo-repo/.github/workflows/ci.yml@publish.yml',
          job_workflow_ref: 'octo-org/octo-repo/.github/workflows/ci.yml@publish.yml',
        },
        'workflow_ref',
      ],
      // Both workflows are of the repository, and the name of a file is read to its end.
      [github, { workflow_ref: 'evil/x/.github/workflows/a.yml@refs/heads/main' }, 'workflow_ref'],
      [github, { workflow_ref: undefined }, 'workflow_ref'],
      ...[
        'publish.yml@evil.yml',
        'publish.yml/.github/workflows/evil.yml',
        'publish.yml@evil/.github/x.yml',
      ].map((file): [string, Claims, string] => {
        const reference = `octo-org/octo-repo/.github/workflows/${file}@refs/heads/main`;
        return [github, { workflow_ref: reference, job_workflow_ref: reference }, 'workflow_ref'];
      }),
      [github, { environment: undefined }, 'environment'],
      [github, { environment: 'staging' }, 'environment'],
      [github, { event_name: 'pull_request', ref: 'refs/pull/7/merge' }, 'event_name'],
      [github, { event_name: 'pull_request_target' }, 'event_name'],
      [github, { event_name: 'workflow_run' }, 'event_name'],
      [github, { event_name: 'issue_comment' }, 'event_name'],
      [github, { event_name: 'commit_comment' }, 'event_name'],
      [github, { event_name: 'gollum' }, 'event_name'],
      [github, { event_name: undefined }, 'event_name'],
      [github, { event_name: 'push', ref: 'refs/pull/7/head' }, 'ref'],
      // The numbers are those of the first use: a repository or an owner of the same name is another one.
      [github, { repository_id: '75' }, 'repository_id'],
      [github, { repository_owner_id: '66' }, 'repository_owner_id'],
      [github, { repository: 'octo-org/renamed' }, 'repository'],
      [gitlab, {}],
      [gitlab, { ref_type: 'tag', ref: 'v1.0.0', ref_path: 'refs/tags/v1.0.0', pipeline_source: 'web' }],
      [gitlab, { pipeline_source: 'merge_request_event' }, 'pipeline_source'],
      [gitlab, { pipeline_source: 'external_pull_request_event' }, 'pipeline_source'],
      [gitlab, { ref_type: 'merge_request' }, 'ref_type'],
      [gitlab, { environment: 'Release' }, 'environment'],
      [gitlab, { project_id: '21' }, 'project_id'],
      [gitlab, { namespace_id: '73' }, 'namespace_id'],
      [
        gitlab,
        { ci_config_ref_uri: gitlabJob.ci_config_ref_uri.replace('//.gitlab-ci.yml', '//other.yml') },
        'ci_config_ref_uri',
      ],
      [gitlab, { ci_config_ref_uri: undefined }, 'ci_config_ref_uri'],
      [other, { repository: 'acme/pack', stage: 'release' }],
      [other, { repository: 'acme/pack', stage: 'test' }, 'stage'],
    ];
    const documented: Record<string, Claims> = {
      [github]: githubClaims,
      [gitlab]: gitlabJob,
      [other]: {},
    };
    for (const [url, differing, refusedBy] of jobs) {
      const token = await issuer.sign(url, audience, { ...documented[url], ...differing });
      const dryRun = await send(token, 'pack', '?dry_run=true');
      assert.equal(dryRun.status, 200, dryRun.text);
      assert.equal(dryRun.json.would_exchange, refusedBy === undefined, dryRun.text);
      const reply = await send(token);
      if (refusedBy === undefined) {
        assert.equal(reply.status, 201, JSON.stringify([differing, reply.json]));
        continue;
      }
      assertRefused(reply, 'untrusted_identity', JSON.stringify([differing, reply.json]));
      const { details } = reply.json;
      assert.deepEqual(details.map(({ path: where }: { path: string }) => where).slice(0, 1), [
        `/token/${refusedBy}`,
      ]);
      const [compared] = dryRun.json.trusted_publishers;
      assert.ok(compared?.claims.some(({ claim, matches }) => claim === refusedBy && !matches));
    }
  });

  test('403: a job of whose repository no rule speaks learns nothing of any rule', async () => {
    for (const [url, claims] of [
      [github, { ...githubClaims, repository: 'eve/octo-repo', repository_id: '9' }],
      [gitlab, { ...gitlabJob, project_path: 'eve/my-project', project_id: '9' }],
      [other, { repository: 'eve/pack', stage: 'release' }],
    ] as const) {
      const token = await issuer.sign(url, audience, claims);
      const reply = await send(token);
      assertRefused(reply, 'untrusted_identity');
      assert.deepEqual(reply.json.details, []);
      assert.deepEqual((await send(token, 'pack', '?dry_run=true')).json.trusted_publishers, []);
    }
    const resurrected = await send(await jobToken({ repository_id: '75', environment: 'none' }));
    assert.deepEqual(
      resurrected.json.details.map(({ path: where }: { path: string }) => where),
      ['/token/repository_id'],
      'who got the name of a deleted repository sees no more than that',
    );
  });

  test('401: a token is exchanged once, whichever process and however often it is sent', async () => {
    const token = await jobToken();
    assert.equal((await send(token, 'pack', '?dry_run=true')).json.would_exchange, true);
    const replies = await Promise.all([send(token), send(token), send(token)]);
    const refused = replies.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 2);
    for (const reply of refused) {
      assertRefused(reply, 'invalid_identity_token');
      assert.match(reply.json.message, /was exchanged before/);
    }
    assert.match((await send(token, 'pack', '?dry_run=true')).json.reason, /was exchanged before/);
  });

  test('401: no token, or one that is forged, old, early, meant for others or of a stranger', async () => {
    const seconds = Math.floor(server.clock.now().getTime() / 1_000);
    const [header, payload, signature] = (await jobToken()).split('.') as [string, string, string];
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const refused: Record<string, string> = {
      'no token': 'not-a-token',
      'no signature': `${unsigned}.${payload}.`,
      'another signature': `${header}.${payload}.${signature.slice(4)}AAAA`,
      'a key of a stranger': await jobToken({}, { isForged: true }),
      'another algorithm': await jobToken({}, { alg: 'RS512' }),
      expired: await jobToken({ iat: seconds - 400, exp: seconds - 61 }),
      'not yet good': await jobToken({ nbf: seconds + 90 }),
      'of the future': await jobToken({ iat: seconds + 120 }),
      'too old': await jobToken({ iat: seconds - 25 * 3_600, exp: seconds + 3_600 }),
      'without an end': await jobToken({ exp: undefined }),
      'without an id': await jobToken({ jti: undefined }),
      'for another audience': await issuer.sign(github, 'https://elsewhere.example.org', githubClaims),
      'for several audiences': await jobToken({ aud: [audience, 'https://elsewhere.example.org'] }),
      'of a stranger': await issuer.sign('https://stranger.example.org', audience, githubClaims),
      'of GitHub itself': await issuer.sign(
        'https://token.actions.githubusercontent.com',
        audience,
        githubClaims,
      ),
    };
    for (const [name, token] of Object.entries(refused)) {
      assertRefused(await send(token), 'invalid_identity_token', name);
      assertRefused(await send(token, 'pack', '?dry_run=true'), 'invalid_identity_token', name);
    }
    const skewed = { iat: seconds + 30, nbf: seconds + 30, exp: seconds + 300 };
    assert.equal((await send(await jobToken(skewed, { alg: 'ES256' }))).status, 201);
    assertRefused(await send('x'.repeat(16 * 1024 + 1)), 'invalid_request');
  });

  test('403 and 404: a banned publisher, none, and the node of another', async () => {
    const bob = await makePublisher(server, 'bob');
    await bob.owner.post('/publishers/bob/nodes', { id: 'of-bob' });
    assertRefused(await send(await jobToken(), 'of-bob'), 'id_taken');
    assertRefused(await send(await jobToken(), 'search'), 'invalid_id');
    const elsewhere = { token: await jobToken(), node_id: 'pack' };
    assertRefused(
      await server.anonymous.post(path, { ...elsewhere, publisher_id: 'nobody' }),
      'publisher_not_found',
    );
    assertRefused(
      await server.anonymous.post(path, { ...elsewhere, publisher_id: 'bob' }),
      'untrusted_identity',
    );
    const moderator = await server.moderator();
    await moderator.put('/admin/publishers/ada', { status: 'PublisherStatusBanned', reason: 'Checked.' });
    assertRefused(await send(await jobToken()), 'publisher_banned');
    await moderator.put('/admin/publishers/ada', { status: 'PublisherStatusActive', reason: 'Checked.' });
  });

  test('what has ended counts for no quota, and used tokens are forgotten once they are no good', async () => {
    const { store } = server.server.context;
    const usedOf = async () => {
      const { tokens } = (await ada.owner.get('/publishers/ada/usage')).json;
      return tokens.used;
    };
    server.clock.advance(days(2));
    assert.equal((await send(await jobToken())).status, 201);
    assert.equal(await usedOf(), 2, 'the one of the owner and that of this job');
    server.clock.advance(days(2));
    await reap(server.server.context, '');
    assert.deepEqual(await store.read.selectFrom('trusted_tokens').selectAll().execute(), []);
    assert.equal(await usedOf(), 1);
  });

  test('503: an issuer whose keys cannot be read', async (t) => {
    const away = await openIssuer(t, () => server.clock.now());
    away.state.isAway = true;
    const poor = await startServer(t, away.settings);
    const token = await away.sign(away.urls.github, poor.server.context.publicUrl(), githubClaims);
    const body = { token, publisher_id: 'ada', node_id: 'pack' };
    assertRefused(await poor.anonymous.post(path, body), 'unavailable');
    const guarded = await startServer(t, { ...away.settings, OUTBOUND_PRIVATE: 'no' });
    const other_ = await away.sign(away.urls.github, guarded.server.context.publicUrl(), githubClaims);
    assertRefused(await guarded.anonymous.post(path, { ...body, token: other_ }), 'unavailable');
  });
});
