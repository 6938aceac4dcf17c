import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, publishFiles } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

const pyproject = `[project]
name = "two"
version = "1.0.0"
description = "Works in tiles."
dependencies = ["numpy>=1.24"]
[project.urls]
Repository = "https://example.org/two"
`;

suite('patchbay info', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishFiles(server, ada, 'two', '1.0.0', {
    '__init__.py': '',
    'pyproject.toml': pyproject,
    'requirements.txt': 'numpy>=1.24\nscipy\n',
  });
  const cli = await openCli({ after }, server);
  const here = ['--into', 'nodes', '--offline'];
  await cli.json(['install', 'two@^1', '--into', 'nodes']);

  test('one node, with what its pyproject.toml says and what has changed', async () => {
    const { code, result } = await cli.json(['info', 'TWO', ...here]);
    assert.equal(code, 0, JSON.stringify(result));
    const { node, description, requirements, files, changed } = result.data;
    assert.deepEqual(
      [node, description, requirements, files, changed],
      ['two', 'Works in tiles.', ['numpy>=1.24', 'scipy'], 3, 0],
    );
    await writeFile(join(cli.cwd, 'nodes', 'two', 'pyproject.toml'), 'not TOML');
    const { stdout } = await cli.inTerminal(['info', 'two', ...here]);
    assert.match(stdout, /^two {2}1\.0\.0\n[^]*3 files, 1 changed, which `patchbay verify` lists/);
  });

  test('4: what is not installed', async () => {
    const { code, result } = await cli.json(['info', 'nothing', ...here]);
    assert.deepEqual([code, result.error.code], [4, 'not_installed']);
    assert.match(result.error.next, /^It has two\. Check the folder/);
  });
});
