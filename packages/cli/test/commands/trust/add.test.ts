import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay trust add', async () => {
  const server = await startServer({ after }, { TRUSTED_ISSUERS: 'github,gitlab,https://ci.example.org' });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: a rule with all that it can demand', async () => {
    const flags = ['--workflow', 'a.yml,b.yml', '--environment', 'release', '--node', 'pack'];
    const numbers = ['--repository-id', '74', '--owner-id', '65'];
    const { code, result } = await cli.json(['trust', 'add', 'octo-org/octo-repo', ...flags, ...numbers]);
    assert.equal(code, 0, JSON.stringify(result));
    const { repository, workflows, environment, node_id, repository_id, owner_id } = result.data;
    assert.deepEqual(
      [repository, workflows, environment, node_id, repository_id, owner_id],
      ['octo-org/octo-repo', ['a.yml', 'b.yml'], 'release', 'pack', '74', '65'],
    );
  });

  test('in a terminal: the usual workflow, of GitHub unless it says otherwise, and how to prove it', async () => {
    const { code, stdout } = await cli.inTerminal(['trust', 'add', 'octo-org/octo-repo']);
    assert.equal(code, 0);
    assert.match(stdout, /githubusercontent.*Workflows +publish\.yml.*Node +all.*trust check/s);
    const gitlab = await cli.inTerminal(['trust', 'add', 'group/sub/project', '--issuer', 'gitlab']);
    assert.match(gitlab.stdout, /gitlab\.com.*\.gitlab-ci\.yml/s);
  });

  test('the claims of another issuer', async () => {
    const claims = ['--claim', 'repository=acme/pack', '--claim', 'stage=a=b'];
    const { result } = await cli.json(['trust', 'add', '--issuer', 'https://ci.example.org', ...claims]);
    assert.deepEqual(result.data.claims, { repository: 'acme/pack', stage: 'a=b' });
  });

  test('1 and 2: what is no rule', async () => {
    assert.equal((await cli.json(['trust', 'add', 'octo'])).result.error.code, 'invalid_request');
    assert.equal((await cli.json(['trust', 'add'])).code, 2);
    assert.equal((await cli.json(['trust', 'add', '--claim', 'x'])).code, 2);
  });
});
