import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { githubClaims, openIssuer } from '../../support/open-ci-issuer.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/trusted-publishing/token?dry_run=true';

suite('dry-run-identity-token', async () => {
  const issuer = await openIssuer({ after }, () => server.clock.now());
  const server = await startServer({ after }, issuer.settings);
  const ada = await makePublisher(server, 'ada');
  const audience = new URL(server.server.context.publicUrl()).origin;
  const send = async (claims: object = {}, publisher_id = 'ada') =>
    server.anonymous.post(path, {
      token: await issuer.sign(issuer.urls.github, audience, { ...githubClaims, ...claims }),
      publisher_id,
      node_id: 'pack',
    });

  test('200: without a rule, what a version would show, and what to do', async () => {
    const { json, status } = await send();
    assert.equal(status, 200);
    assert.deepEqual([json.would_exchange, json.trusted_publishers], [false, []]);
    assert.match(json.reason, /names the repository/);
    assert.equal(json.built_by.commit, githubClaims.sha);
  });

  test('200: claim by claim what the rule demands and what the token has; nothing changes', async () => {
    const rule = {
      issuer: 'github',
      node_id: 'pack',
      repository: 'octo-org/octo-repo',
      workflows: ['a.yml'],
    };
    const { id } = (await ada.owner.post('/publishers/ada/trusted-publishers', rule)).json;
    const { json } = await send();
    assert.deepEqual(
      json.trusted_publishers.map(({ claims, ...shown }) => ({
        ...shown,
        differing: claims.filter(({ matches }) => !matches),
      })),
      [
        {
          id,
          accepts: false,
          differing: [
            {
              claim: 'workflow_ref',
              expected: 'octo-org/octo-repo/.github/workflows/a.yml',
              found: githubClaims.workflow_ref,
              matches: false,
            },
          ],
        },
      ],
    );
    const [kept] = (await ada.owner.get('/publishers/ada/trusted-publishers')).json.trusted_publishers;
    assert.deepEqual([kept?.repository_id, kept?.last_used_at], [undefined, undefined]);
    assertRefused(await send({}, 'nobody'), 'publisher_not_found');
  });
});
