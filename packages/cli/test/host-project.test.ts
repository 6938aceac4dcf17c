import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, uniqueId } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { makeFolder, writeFiles } from '../support/make-folder.ts';
import { appNodeSource } from '../support/make-project.ts';
import { openCli } from '../support/open-cli.ts';
import { runInPty } from '../support/run-in-pty.ts';
import { runProcess } from '../support/run-process.ts';

suite('from an empty folder to Active', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const installed = async (nodeId: string) => (await server.anonymous.get(`/nodes/${nodeId}/install`)).json;

  test('by the real command without a terminal', async (t) => {
    const nodeId = uniqueId('real');
    const cwd = await makeFolder(t);
    const options = { cwd, env: { HOME: cwd, PATCHBAY_URL: server.url, PATCHBAY_TOKEN: ada.token } };
    const made = await runProcess(['init', '--id', nodeId, '--publisher', 'ada'], options);
    assert.equal(made.code, 0, made.stderr);
    await writeFiles(cwd, { '__init__.py': appNodeSource });
    const { code, stdout, stderr } = await runProcess(['publish'], options);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^${nodeId} 1\\.0\\.0 is Active on `, 'm'));
    assert.equal((await installed(nodeId)).version, '1.0.0');
  });

  test("a project that a host's tools made, with its table, its ignore file and its variable", async () => {
    const nodeId = uniqueId('comfy');
    const cli = await openCli({ after }, { url: server.url });
    const env = { REGISTRY_ACCESS_TOKEN: ada.token };
    await writeFiles(cli.cwd, {
      'pyproject.toml': `[project]
name = "${nodeId}"
description = "Resizes"
version = "1.1.0"
license = {file = "LICENSE"}
dependencies = ["numpy"]

[project.urls]
Repository = "https://example.org/${nodeId}"

[tool.comfy]
PublisherId = "ada"
DisplayName = "Resize"
Icon = ""
includes = ["dist"]
requires-comfyui = ">=0.3.0"
`,
      LICENSE: 'MIT',
      '.gitignore': 'dist/\n',
      '.comfyignore': 'tests/\n',
      '__init__.py': appNodeSource,
      'dist/app.js': '',
      'tests/test_all.py': '',
    });
    const { code, result } = await cli.json(['publish'], { env });
    assert.equal(code, 0, JSON.stringify(result));
    const { json: node } = await server.anonymous.get(`/nodes/${nodeId}`);
    assert.deepEqual([node.name, node.license, node.supported_app_version], ['Resize', 'LICENSE', '>=0.3.0']);
    assert.deepEqual(node.latest_version.dependencies, ['numpy']);
    const listed = await cli.json(['pack', '--list']);
    assert.deepEqual(
      listed.result.data.files.map(({ path }: { path: string }) => path),
      ['.comfyignore', '.gitignore', 'LICENSE', '__init__.py', 'dist/app.js', 'pyproject.toml'],
    );
  });
});

suite(
  'from an empty folder to Active at a terminal',
  async () => {
    const server = await startServer({ after });
    const ada = await makePublisher(server, 'ada');

    test('by the real command, which asks for what is missing', async (t) => {
      const cwd = await makeFolder(t, { '__init__.py': appNodeSource });
      const options = { cwd, env: { HOME: cwd, PATCHBAY_URL: server.url, PATCHBAY_TOKEN: ada.token } };
      const made = await runInPty(['init', '--id', 'at-a-terminal'], options, [
        ['Id of the publisher', 'ada'],
      ]);
      assert.equal(made.code, 0, made.text);
      assert.match(await readFile(join(cwd, 'pyproject.toml'), 'utf8'), /PublisherId = "ada"/);
      const published = await runInPty(['publish'], options);
      assert.equal(published.code, 0, published.text);
      assert.match(published.text, /Uploading: 100 %.*at-a-terminal 1\.0\.0 is Active on /s);
    });
  },
  { engine: 'sqlite' },
);
