import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, uniqueId } from '../../server/test/support/build.ts';
import { startServer } from '../../server/test/support/start-server.ts';
import { currentVariant, suite } from '../../server/test/support/variants.ts';
import { filesIn } from './support/files-in.ts';
import { writeFiles } from './support/make-folder.ts';
import { appNodeSource } from './support/make-project.ts';
import { openCli } from './support/open-cli.ts';

suite("a project that a host's tools made", async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  // The registries of that host take what its tools write.
  const version = currentVariant().profile.compat.looseVersions ? '1.1' : '1.1.0';
  const nodeId = uniqueId('comfy');
  const cli = await openCli({ after }, { url: server.url });
  const [project, host] = [join(cli.cwd, 'project'), join(cli.cwd, 'host')];
  await mkdir(join(host, 'custom_nodes'), { recursive: true });
  const pyproject = `[project]
name = "${nodeId}"
description = "Resizes"
version = "${version}"
license = {file = "LICENSE"}
dependencies = ["numpy", "comfyui-frontend-package>=1.20"]

[project.urls]
Repository = "https://example.org/${nodeId}"
#  Used by Comfy Registry https://comfyregistry.org

[tool.comfy]
PublisherId = ""
DisplayName = "Resize"
Icon = ""
includes = ["dist"]
requires-comfyui = ">=0.3.0"
`;
  await writeFiles(project, {
    'pyproject.toml': pyproject,
    LICENSE: 'MIT',
    '.gitignore': 'dist/\n',
    '.comfyignore': 'tests/\n',
    '__init__.py': appNodeSource,
    'dist/app.js': 'export {};\n',
    'node.zip': 'an earlier package',
    'tests/test_all.py': '',
  });
  // The only sign of the publisher: what the CI recipes of the host call its token.
  const env = { REGISTRY_ACCESS_TOKEN: ada.token };
  const run = async (cwd: string, ...args: string[]) => {
    const { code, result } = await cli.json(args, { env, context: { cwd } });
    return { code, data: result.data, shown: JSON.stringify(result) };
  };

  test('goes all the way', async (t) => {
    await t.test(
      'is completed, checked, packed and published, with its table, its ignore file and its variable',
      async () => {
        const completed = await run(project, 'init', '--publisher', 'ada');
        assert.equal(completed.code, 0, completed.shown);
        const toml = await readFile(join(project, 'pyproject.toml'), 'utf8');
        assert.equal(toml, pyproject.replace('PublisherId = ""', 'PublisherId = "ada"'));
        const listed = await run(project, 'pack', '--list');
        assert.deepEqual(
          listed.data.files.map(({ path }: { path: string }) => path),
          ['.comfyignore', '.gitignore', 'LICENSE', '__init__.py', 'dist/app.js', 'pyproject.toml'],
        );
        const checked = await run(project, 'check', '--remote');
        assert.deepEqual([checked.code, checked.data?.dry_run.wouldPublish], [0, true], checked.shown);
        const tried = await run(project, 'publish', '--dry-run');
        assert.deepEqual([tried.code, tried.data?.outcome], [0, 'dry-run'], tried.shown);
        const published = await run(project, 'publish');
        assert.deepEqual([published.code, published.data?.outcome], [0, 'active'], published.shown);
        const again = await run(project, 'publish');
        assert.deepEqual([again.code, again.data?.was_published], [0, true], again.shown);
        const { json: node } = await server.anonymous.get(`/nodes/${nodeId}`);
        const { name, license, supported_app_version: app, supported_app_frontend_version: frontend } = node;
        assert.deepEqual([name, license, app, frontend], ['Resize', 'LICENSE', '>=0.3.0', '>=1.20']);
        assert.deepEqual(node.latest_version.dependencies, ['numpy']);
      },
    );

    await t.test('is found, installed, verified, resolved, compared and removed', async () => {
      const shown = await run(host, 'show', `${nodeId}@${version}`);
      assert.deepEqual([shown.code, shown.data?.version.version], [0, '1.1.0'], shown.shown);
      const found = await run(host, 'search', 'Resizes');
      assert.deepEqual(
        found.data.nodes.map(({ id }: { id: string }) => id),
        [nodeId],
      );
      const listed = await run(host, 'versions', nodeId);
      assert.equal(listed.data.versions.length, 1);
      const workflow = { 1: { class_type: 'Resize', inputs: {} } };
      await writeFiles(host, { 'workflow.json': JSON.stringify(workflow) });
      const resolved = await run(host, 'resolve', 'workflow.json', '--install');
      assert.equal(resolved.code, 0, resolved.shown);
      assert.deepEqual(resolved.data.installed, [
        { node: nodeId, version: '1.1.0', requirements: ['numpy'], status: 'installed' },
      ]);
      const installed = await run(host, 'install', `${nodeId}@${version}`);
      assert.equal(installed.data?.nodes[0].status, 'unchanged', installed.shown);
      const { 'node.zip': _earlier, 'tests/test_all.py': _test, ...packed } = await filesIn(project);
      assert.deepEqual(await filesIn(join(host, 'custom_nodes', nodeId)), packed);
      for (const command of ['verify', 'outdated', 'update']) {
        const { code, shown: text } = await run(host, command);
        assert.equal(code, 0, text);
      }
      const diff = await run(project, 'diff', nodeId, version, '.');
      assert.deepEqual([diff.data?.is_breaking, diff.data?.app_nodes], [false, []], diff.shown);
      const removed = await run(host, 'remove', nodeId);
      assert.equal(removed.code, 0, removed.shown);
      assert.deepEqual(await filesIn(join(host, 'custom_nodes', nodeId)).catch(() => undefined), undefined);
    });
  });
});
