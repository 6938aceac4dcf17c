import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { makeProject } from '../support/make-project.ts';
import { openCli } from '../support/open-cli.ts';

suite('a publish with a token that is refused', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.token });

  test('a token that is refused is named by where it came from and what became of it', async () => {
    const folder = await makeProject(cli.cwd, { nodeId: 'tools', publisherId: 'ada' });
    const made = await ada.owner.post('/publishers/ada/tokens', { name: 'short-lived' });
    const { id, token } = made.json;
    const soon = new Date(server.clock.now().getTime() + 60_000).toISOString();
    const expiring = { name: 'late', expiresAt: soon };
    const { id: lateId, token: late } = (await ada.owner.post('/publishers/ada/tokens', expiring)).json;
    await ada.owner.delete(`/publishers/ada/tokens/${id}`);
    server.clock.advance(120_000);
    const unknown = `${token.slice(0, -9)}x`;
    for (const [PATCHBAY_TOKEN, became] of [
      [token, /was revoked/],
      [late, /has expired/],
      [unknown, /is not whole/],
    ] as const) {
      const refused = await cli.run(['publish', folder], { env: { PATCHBAY_TOKEN } });
      assert.equal(refused.code, 3, refused.stderr);
      assert.match(refused.stderr, became);
      assert.ok(refused.stderr.includes(`from the variable PATCHBAY_TOKEN, and was sent to ${server.url}`));
      assert.match(refused.stderr, /Set it to one that `patchbay token create` makes, or unset it/);
      assert.equal(refused.stderr.includes(PATCHBAY_TOKEN), false);
      // Nobody is asked before that.
      const env = { PATCHBAY_TOKEN: '', REGISTRY_ACCESS_TOKEN: PATCHBAY_TOKEN };
      const { stderr } = await cli.inTerminal(['publish', folder], { env });
      assert.match(stderr, became);
      assert.match(stderr, /\nThe token is from the variable REGISTRY_ACCESS_TOKEN, and was sent to/);
      const checked = await cli.run(['check', folder], { env: { PATCHBAY_TOKEN } });
      assert.match(
        checked.stdout,
        /The registry was not asked: .*token .* is from the variable PATCHBAY_TOKEN/,
      );
      assert.match(
        checked.stdout,
        /The checks pass\. 1 app-node\. The exit code is 1 because the registry was not asked\.$/m,
        'the local result is there all the same',
      );
      assert.equal(checked.code, 1);
    }
    await ada.owner.delete(`/publishers/ada/tokens/${lateId}`);
    const login = await openCli({ after }, { url: server.url });
    await login.json(['login', '--token-stdin'], { stdin: `${ada.token}\n` });
    const saved = await login.run(['publish', folder, '--publisher', 'ada']);
    assert.equal(saved.code, 0, saved.stderr);
    const { token: shortLived, id: last } = (await ada.owner.post('/publishers/ada/tokens', { name: 'x' }))
      .json;
    await login.json(['login', '--token-stdin'], { stdin: `${shortLived}\n` });
    await ada.owner.delete(`/publishers/ada/tokens/${last}`);
    const { code, stderr } = await login.run(['publish', folder]);
    assert.equal(code, 3, stderr);
    assert.match(
      stderr,
      /was revoked.*\nThe token is from \/.*\/credentials\/[\da-f]+\.json, and was sent to http/,
    );
  });
});
