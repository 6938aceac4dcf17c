import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { githubClaims, openIssuer } from '../../../../server/test/support/open-ci-issuer.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { makeProject } from '../../support/make-project.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay trust check', async () => {
  const issuer = await openIssuer({ after }, () => server.clock.now());
  const server = await startServer({ after }, issuer.settings);
  const ada = await makePublisher(server, 'ada');
  const owner = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const cli = await openCli({ after }, { url: server.url });
  const folder = await makeProject(cli.cwd, { nodeId: 'pack', publisherId: 'ada' });
  const job = async () => ({
    env: {
      PATCHBAY_ID_TOKEN: await issuer.sign(issuer.urls.github, new URL(server.url).origin, githubClaims),
    },
  });

  test('--json: no rule, then one that differs, then one that accepts', async () => {
    const none = await cli.json(['trust', 'check', folder], await job());
    assert.deepEqual([none.code, none.result.data.trusted_publishers], [1, []]);
    const { result } = await owner.json(['trust', 'add', 'octo-org/octo-repo', '--workflow', 'other.yml']);
    const way =
      /makes a rule for its workflow:\n {2}(patchbay trust add octo-org\/octo-repo --workflow publish\.yml --publisher ada .*)\n$/;
    assert.match((await cli.run(['trust', 'check', folder], await job())).stdout, way);
    const differing = await cli.json(['trust', 'check', folder], await job());
    assert.equal(differing.result.data.trusted_publishers[0].accepts, false);
    await owner.json(['trust', 'remove', result.data.id, '--yes']);
    await owner.json(['trust', 'add', 'octo-org/octo-repo']);
    assert.equal((await cli.json(['trust', 'check', folder], await job())).code, 0);
  });

  test('in a terminal: claim by claim, and the verdict', async () => {
    await owner.json(['trust', 'add', 'octo-org/octo-repo', '--environment', 'staging']);
    const { code, stdout } = await cli.inTerminal(['trust', 'check', folder], await job());
    assert.equal(code, 0, stdout);
    assert.match(stdout, /differs +environment +release +instead of staging/);
    assert.match(stdout, /This job may publish pack for ada\.\nRun `patchbay publish` in it next\.\n$/);
  });

  test('3: outside of a CI, and in a job that may not say who it is', async () => {
    assert.deepEqual((await cli.json(['trust', 'check', folder])).result.error.code, 'not_signed_in');
    const { result } = await cli.json(['trust', 'check', folder], { env: { GITHUB_ACTIONS: 'true' } });
    assert.match(result.error.next, /id-token: write/);
  });
});
