import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary-folder.ts';

const exec = promisify(execFile);
const script = fileURLToPath(new URL('../../../../release/run.ts', import.meta.url));

const manifest = (name: string, more: object = {}): string =>
  `${JSON.stringify({ name, version: '1.0.0', private: true, type: 'module', ...more }, undefined, 2)}\n`;
const sibling = { dependencies: { '@made-up/contract': '1.0.0', yaml: '1.0.0' } };

/** A repository with one package that is published and one that is not. */
const files: Readonly<Record<string, string>> = {
  '.gitignore': '.packages/\n',
  'package.json': manifest('made-up'),
  'package-lock.json': `${JSON.stringify({
    name: 'made-up',
    version: '1.0.0',
    packages: {
      '': { name: 'made-up', version: '1.0.0' },
      'node_modules/yaml': { version: '1.0.0' },
      'packages/contract': { name: '@made-up/contract', version: '1.0.0' },
      'packages/server': { name: '@made-up/server', version: '1.0.0', ...sibling },
    },
  })}\n`,
  'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "target": "es2024", "types": [] } }',
  'CHANGELOG.md':
    '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [1.0.0] – 2026-01-01\n\n- All.\n',
  LICENSE: 'Free.\n',
  'packages/contract/package.json': manifest('@made-up/contract', { exports: { '.': './src/index.ts' } }),
  'packages/contract/README.md': '# Contract\n',
  'packages/contract/src/index.ts': "export { one } from './one.ts';\n",
  'packages/contract/src/one.ts': 'export const one: number = 1;\n',
  'packages/server/package.json': manifest('@made-up/server', sibling),
};

const openRepository = async (t: TestContext, more: Readonly<Record<string, string>> = {}) => {
  const root = await temporaryFolder(t);
  for (const [path, text] of Object.entries({ ...files, ...more })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const git = (...args: readonly string[]) =>
    exec('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: root });
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  return {
    git,
    read: (path: string) => readFile(join(root, path), 'utf8'),
    write: (path: string, text: string) => writeFile(join(root, path), text),
    release: (...args: readonly string[]) => exec(process.execPath, [script, ...args], { cwd: root }),
  };
};

suite('npm run release', () => {
  test('sets the version everywhere, closes the changelog, packs, and says what is left to do', async (t) => {
    const { git, read, release } = await openRepository(t);
    const dry = await release('1.1.0', '--dry-run');
    assert.match(dry.stdout, /^Would publish:\n@made-up\/contract@1\.1\.0 /);
    assert.equal((await git('status', '--porcelain')).stdout, '');

    const { stdout } = await release('1.1.0');
    assert.match(stdout, /^git tag v1\.1\.0\nnpm publish \.packages\/made-up-contract-1\.1\.0\.tgz$/m);
    for (const path of ['package.json', 'packages/contract/package.json', 'packages/server/package.json']) {
      assert.equal(JSON.parse(await read(path)).version, '1.1.0', path);
    }
    const expected = { '@made-up/contract': '1.1.0', yaml: '1.0.0' };
    assert.deepEqual(JSON.parse(await read('packages/server/package.json')).dependencies, expected);
    const { packages } = JSON.parse(await read('package-lock.json'));
    assert.deepEqual(packages['packages/server'].dependencies, expected);
    assert.deepEqual(
      [packages[''].version, packages['packages/contract'].version, packages['node_modules/yaml'].version],
      ['1.1.0', '1.1.0', '1.0.0'],
    );
    assert.match(
      await read('CHANGELOG.md'),
      /## \[Unreleased\]\n\n## \[1\.1\.0\] – \d{4}-\d\d-\d\d\n\n### Added\n\n- A thing\.\n\n## \[1\.0\.0\]/,
    );
    assert.match(await read('.packages/node_modules/@made-up/contract/dist/index.js'), /from '\.\/one\.js'/);
    assert.match(await read('.packages/node_modules/@made-up/contract/CHANGELOG.md'), /\[1\.1\.0\]/);
  });

  test('refuses what cannot be released, in a sentence, and changes nothing', async (t) => {
    const { git, write, release } = await openRepository(t);
    const refusal = async (...args: readonly string[]): Promise<string> => {
      const error: unknown = await release(...args).then(
        () => assert.fail('it released'),
        (thrown: unknown) => thrown,
      );
      return (error as { stderr: string }).stderr;
    };
    assert.match(await refusal(), /^release: Usage: npm run release -- <version>/);
    assert.match(await refusal('1.1.0', '--wet'), /Usage: npm run release/);
    assert.match(await refusal('1.1', '--dry-run'), /^release: "1\.1" is not a version/);
    assert.match(await refusal('0.9.0', '--dry-run'), /^release: 0\.9\.0 is below 1\.0\.0/);
    assert.match(await refusal('1.0.0', '--dry-run'), /^release: CHANGELOG\.md has 1\.0\.0 already/);
    await git('tag', 'v1.1.0');
    assert.match(await refusal('1.1.0', '--dry-run'), /^release: There is a tag v1\.1\.0 already/);
    assert.equal((await git('status', '--porcelain')).stdout, '');

    await write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] – 2026-01-01\n\n- All.\n');
    assert.match(await refusal('1.2.0'), /uncommitted changes:\n M CHANGELOG\.md\nCommit or stash/);
    assert.match(await refusal('1.2.0', '--dry-run'), /no entries under "Unreleased"/);
  });
});
