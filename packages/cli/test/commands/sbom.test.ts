import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { makePublisher, publication, publishFiles, zip } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { openCli } from '../support/open-cli.ts';
import manifest from '../../package.json' with { type: 'json' };

/** Rewrites the screen and turns the direction of text. */
const hostile = '\u009b2J\u202e\u2028';
const pyproject = `[project]
name = "tools"
version = "1.0.0"
description = "Works in tiles."
dependencies = ["NumPy==1.26.4", "torch >=2 ; python_version > '3'", "own @ git+https://example.org/own.git"]
`;

suite('patchbay sbom', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishFiles(server, ada, 'tools', '1.0.0', {
    '__init__.py': '',
    'pyproject.toml': pyproject,
    'requirements.txt': 'numpy==1.26.4\nscipy==1.0+local\n-r more.txt\n',
  });
  const body = publication(ada.token, '0.1.0');
  const { json } = await ada.owner.post('/publishers/ada/nodes/other/versions', {
    ...body,
    node: { license: 'MIT', repository: 'https://example.org/other', description: `Small${hostile}` },
    node_version: { version: '0.1.0', dependencies: ['numpy==1.26.4'] },
  });
  await server.anonymous.upload(json.signedUrl, await zip({ '__init__.py': 'A = 1\n' }));
  await server.settle();
  const cli = await openCli({ after }, server);
  await cli.json(['install', 'tools', 'other']);
  const at = new Date('2026-01-02T03:04:05.678Z');
  const context = { now: () => at };
  const digestOf = async (node: string, version: string): Promise<string> =>
    (await server.anonymous.get(`/nodes/${node}/versions/${version}`)).json.package_sha256;
  const [tools, other] = [await digestOf('tools', '1.0.0'), await digestOf('other', '0.1.0')];
  const download = (node: string, version: string): string =>
    `${server.url}/packages/ada/${node}/${version}.zip`;
  const refOf = (node: string, version: string, digest: string): string =>
    `pkg:generic/ada/${node}@${version}?checksum=sha256:${digest}&download_url=${encodeURIComponent(download(node, version)).replaceAll('%3A', ':')}`;
  const [toolsRef, otherRef] = [refOf('tools', '1.0.0', tools), refOf('other', '0.1.0', other)];
  const pypi = (name: string, version?: string) => {
    const purl = `pkg:pypi/${name}${version === undefined ? '' : `@${encodeURIComponent(version)}`}`;
    return { type: 'library', 'bom-ref': purl, name, ...(version !== undefined && { version }), purl };
  };
  const own = 'pkg:generic/own?vcs_url=git%2Bhttps:%2F%2Fexample.org%2Fown.git';

  test('what is installed, by CycloneDX 1.6: nodes, Python packages, and which needs which', async () => {
    const { code, result } = await cli.json(['sbom'], { context });
    assert.equal(code, 0, JSON.stringify(result));
    assert.equal(result.data.components, 6);
    assert.deepEqual(result.data.bom, {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        timestamp: at.toISOString(),
        tools: { components: [{ type: 'application', name: 'patchbay', version: manifest.version }] },
        component: { type: 'application', 'bom-ref': 'folder', name: 'desk' },
      },
      components: [
        {
          type: 'library',
          'bom-ref': otherRef,
          group: 'ada',
          name: 'other',
          version: '0.1.0',
          description: `Small${hostile}`,
          hashes: [{ alg: 'SHA-256', content: other }],
          licenses: [{ license: { name: 'MIT' } }],
          purl: otherRef,
          externalReferences: [
            {
              type: 'distribution',
              url: download('other', '0.1.0'),
              hashes: [{ alg: 'SHA-256', content: other }],
            },
            { type: 'vcs', url: 'https://example.org/other' },
          ],
          properties: [
            { name: 'patchbay:registry', value: server.url },
            { name: 'patchbay:requirement', value: 'numpy==1.26.4' },
          ],
        },
        {
          type: 'library',
          'bom-ref': toolsRef,
          group: 'ada',
          name: 'tools',
          version: '1.0.0',
          description: 'Works in tiles.',
          hashes: [{ alg: 'SHA-256', content: tools }],
          purl: toolsRef,
          externalReferences: [
            {
              type: 'distribution',
              url: download('tools', '1.0.0'),
              hashes: [{ alg: 'SHA-256', content: tools }],
            },
          ],
          properties: [
            { name: 'patchbay:registry', value: server.url },
            ...[
              'NumPy==1.26.4',
              "torch >=2 ; python_version > '3'",
              'own @ git+https://example.org/own.git',
              'numpy==1.26.4',
              'scipy==1.0+local',
              '-r more.txt',
            ].map((value) => ({ name: 'patchbay:requirement', value })),
          ],
        },
        { type: 'library', 'bom-ref': own, name: 'own', purl: own },
        pypi('numpy', '1.26.4'),
        pypi('scipy', '1.0+local'),
        pypi('torch'),
      ],
      dependencies: [
        { ref: 'folder', dependsOn: [otherRef, toolsRef] },
        { ref: otherRef, dependsOn: ['pkg:pypi/numpy@1.26.4'] },
        {
          ref: toolsRef,
          dependsOn: [own, 'pkg:pypi/numpy@1.26.4', 'pkg:pypi/scipy@1.0%2Blocal', 'pkg:pypi/torch'],
        },
      ],
      compositions: [
        { aggregate: 'complete', dependencies: [otherRef] },
        {
          aggregate: 'unknown',
          // `-r more.txt` names what is not read.
          dependencies: [
            toolsRef,
            own,
            'pkg:pypi/numpy@1.26.4',
            'pkg:pypi/scipy@1.0%2Blocal',
            'pkg:pypi/torch',
          ],
        },
      ],
    });
  });

  test('on standard output and in a file: the same document, which moves no cursor', async () => {
    const { bom } = (await cli.json(['sbom'], { context })).result.data;
    const { code, stdout, stderr } = await cli.inTerminal(['sbom'], { context });
    assert.deepEqual([code, stderr, JSON.parse(stdout)], [0, '', bom]);
    assert.doesNotMatch(stdout, /[\u009b\u202e\u2028]/);
    const written = await cli.inTerminal(['sbom', '--output', 'sbom.json'], { context });
    assert.equal(written.stdout, `${join(cli.cwd, 'sbom.json')}  6 components\n`);
    assert.equal(await readFile(join(cli.cwd, 'sbom.json'), 'utf8'), stdout);
    const refused = await cli.json(['sbom', '--output', 'no/sbom.json'], { context });
    assert.deepEqual([refused.code, refused.result.error.code], [1, 'file_error']);
    assert.equal(refused.result.error.message, `There is no folder ${join(cli.cwd, 'no')}.`);
  });

  test('--output: a pipe is written into', async () => {
    const pipe = join(cli.cwd, 'sbom.pipe');
    execFileSync('mkfifo', [pipe]);
    const received = readFile(pipe, 'utf8');
    assert.equal((await cli.json(['sbom', '--output', pipe], { context })).code, 0);
    assert.equal((JSON.parse(await received) as { bomFormat: string }).bomFormat, 'CycloneDX');
    assert.ok((await lstat(pipe)).isFIFO());
  });

  test('--offline: without what only the registry says', async () => {
    const { code, result } = await cli.json(['sbom', '--offline'], { context });
    assert.equal(code, 0);
    const [first] = result.data.bom.components;
    assert.deepEqual(first, {
      type: 'library',
      'bom-ref': `pkg:generic/other@0.1.0?checksum=sha256:${other}`,
      name: 'other',
      version: '0.1.0',
      hashes: [{ alg: 'SHA-256', content: other }],
      purl: `pkg:generic/other@0.1.0?checksum=sha256:${other}`,
      properties: [{ name: 'patchbay:registry', value: server.url }],
    });
  });

  test('a node of the registry, by its latest version or another', async () => {
    for (const reference of ['other', 'OTHER@0.1.0']) {
      const { code, result } = await cli.json(['sbom', reference], { context });
      assert.equal(code, 0, JSON.stringify(result));
      const { metadata, components, dependencies } = result.data.bom;
      assert.equal(metadata.component.purl, otherRef);
      assert.deepEqual(components, [pypi('numpy', '1.26.4')]);
      assert.deepEqual(dependencies, [{ ref: otherRef, dependsOn: ['pkg:pypi/numpy@1.26.4'] }]);
    }
    const unknown = await cli.json(['sbom', 'other@9.9.9']);
    assert.deepEqual([unknown.code, unknown.result.error.code], [4, 'version_not_found']);
    assert.equal((await cli.run(['sbom', 'other', '--into', '.'])).code, 2);
  });

  test('requirements of strangers that take long to read, or are too many, are not read', async (t) => {
    const there = await openCli(t, server);
    await there.json(['install', 'tools']);
    const file = join(there.cwd, 'tools', 'requirements.txt');
    const runs = ['a' + ' '.repeat(400_000) + '@', `a==${'1!'.repeat(900)}@`, `a${' \\\n'.repeat(100_000)}x`];
    for (const text of [...runs, Array.from({ length: 1_001 }, (_, one) => `a${one}`).join('\n')]) {
      await writeFile(file, text);
      const { code, result } = await there.json(['sbom', '--offline']);
      assert.equal(code, 0);
      assert.equal(result.data.bom.compositions[0].aggregate, 'unknown');
      assert.ok(result.data.bom.components.length <= 1_001);
    }
  });
});
