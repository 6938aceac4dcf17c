import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makePublisher, publishActive, zip } from '../support/build.ts';
import { installPacked, packedVersion as version } from '../support/install-packed.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const names = ['contract', 'client', 'inspect', 'cli'];

const consumer = `import { type Node, createClient, getNode } from '@patchbay/client';
const node: Node = await getNode(createClient({ url: process.argv[2] ?? '' }), { nodeId: 'image-tools' });
process.stdout.write(node.latest_version?.version ?? 'none');
`;
const inspector = `import { extractAppNodes, readSources, readVerifiedArchive } from '@patchbay/inspect';
await using archive = await readVerifiedArchive('package.zip');
const { appNodes } = await extractAppNodes(await readSources(archive));
process.stdout.write(appNodes.map(({ app_node_name }) => app_node_name).join());
`;

/** An entry without types would be `any`, which has everything. */
const useOf = (entry: string, index: number): string =>
  `import * as entry${index} from '${entry}';\n// @ts-expect-error It has no such export.\nentry${index}.nothing;\n`;

suite('the packages that npm run release -- --dry-run packs', async () => {
  const folder = await temporaryFolder({ after });
  const server = await startServer({ after });
  await publishActive(server, await makePublisher(server, 'ada'), 'image-tools', '1.2.3');
  const dryRun = await installPacked(folder, names);

  const inFolder = async (file: string, ...args: readonly string[]): Promise<string> =>
    (await run(process.execPath, [file, ...args], { cwd: folder })).stdout;

  test('are four, and the dry run leaves every file as it is', async () => {
    for (const name of names)
      assert.match(dryRun, new RegExp(`^@patchbay/${name}@${version} .* files, `, 'm'));
    const { version: kept } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    assert.notEqual(kept, version);
  });

  test('hold built files, texts for readers, and siblings of the same version', async () => {
    for (const name of names) {
      const home = join(folder, 'node_modules/@patchbay', name);
      const files = await readdir(home, { recursive: true });
      for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json'])
        assert.ok(files.includes(file));
      assert.deepEqual(
        files.filter((file) => /(?<!\.d)\.ts$/.test(file)),
        [],
      );
      const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
        version: string;
        private?: boolean;
        dependencies?: Record<string, string>;
      };
      assert.deepEqual([manifest.version, manifest.private], [version, undefined]);
      for (const [dependency, wanted] of Object.entries(manifest.dependencies ?? {})) {
        assert.match(wanted, /^\d+\.\d+\.\d+$/);
        if (dependency.startsWith('@patchbay/')) assert.equal(wanted, version);
      }
    }
  });

  test('bring no server and no database driver', async () => {
    const installed = await readdir(join(folder, 'node_modules'));
    for (const name of ['fastify', 'kysely', 'pg', 'better-auth', '@aws-sdk']) {
      assert.ok(!installed.includes(name), name);
    }
    assert.deepEqual((await readdir(join(folder, 'node_modules/@patchbay'))).toSorted(), names.toSorted());
  });

  test('patchbay runs, and shows a node of a registry', async () => {
    const patchbay = 'node_modules/.bin/patchbay';
    assert.match(await inFolder(patchbay, '--help'), /^Publish nodes .*Usage: patchbay/s);
    assert.equal((await inFolder(patchbay, '--version')).trim(), version);
    assert.match(
      await inFolder(patchbay, 'show', 'image-tools', '--registry', server.url),
      /^image-tools {2}1\.2\.3/,
    );
  });

  test('the command line needs no other package, and checks a node by itself', async (t) => {
    const home = await temporaryFolder(t);
    await cp(join(folder, 'node_modules/@patchbay/cli'), join(home, 'cli'), { recursive: true });
    const files = await readdir(join(home, 'cli'), { recursive: true });
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(home, 'cli', file))).size));
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 5_000_000);
    await mkdir(join(home, 'node'));
    const toml = '[project]\nname = "tools"\nversion = "1.0.0"\n[tool.patchbay]\nPublisherId = "ada"\n';
    await writeFile(join(home, 'node/pyproject.toml'), toml);
    await writeFile(join(home, 'node/__init__.py'), 'NODE_CLASS_MAPPINGS = {"Blur": object}\n');
    const args = [join(home, 'cli/bin/patchbay.js'), 'check', join(home, 'node')];
    const { stdout } = await run(process.execPath, args, { cwd: home, env: { HOME: home } });
    assert.match(stdout, /tools 1\.0\.0: The checks pass\. 1 app-node\./);
    assert.match(await readFile(join(home, 'cli/dist/LICENSES'), 'utf8'), /^tree-sitter-python\n\n/m);
  });

  test('programs that use every entry of every package compile, strictly and with all declarations', async () => {
    const entries: string[] = [];
    for (const name of names) {
      const file = join(folder, 'node_modules/@patchbay', name, 'package.json');
      const { exports = {} } = JSON.parse(await readFile(file, 'utf8')) as { exports?: object };
      const paths = Object.keys(exports).filter((path) => !path.endsWith('.json'));
      entries.push(...paths.map((path) => posix.join('@patchbay', name, path)));
    }
    for (const entry of ['@patchbay/contract', '@patchbay/inspect/project'])
      assert.ok(entries.includes(entry), entry);
    const programs = {
      'consumer.ts': consumer,
      'inspector.ts': inspector,
      'entries.ts': entries.map(useOf).join(''),
    };
    for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2024'];
    const modules = [
      '--module',
      'nodenext',
      '--types',
      'node',
      '--typeRoots',
      join(root, 'node_modules/@types'),
    ];
    const args = [...options, ...modules, ...Object.keys(programs)];
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), args, { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    assert.equal(stdout, '');
  });

  test('a program that uses the client runs', async () => {
    await writeFile(join(folder, 'consumer.ts'), consumer);
    assert.equal(await inFolder('consumer.ts', server.url), '1.2.3');
  });

  test('the inspection reads a package, with the grammar that was installed', async () => {
    await writeFile(join(folder, 'inspector.ts'), inspector);
    const source = 'class Blur:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';
    await writeFile(join(folder, 'package.zip'), await zip({ '__init__.py': source }));
    assert.equal(await inFolder('inspector.ts'), 'Blur');
  });
});
