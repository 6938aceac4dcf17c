import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPackageMetadata, type MetadataReading } from '../../src/archive/package-metadata.ts';
import { readArchive } from '../../src/archive/read-archive.ts';
import { loadPackageFixture, saveArchive } from '../support/package-fixtures.ts';
import { writeRawZip } from '../support/raw-zip.ts';

const readFrom = async (zip: Buffer): Promise<MetadataReading> => {
  await using saved = await saveArchive(zip);
  await using archive = await readArchive(saved.path);
  return await readPackageMetadata(archive);
};

const readToml = async (content: string | Buffer, name = 'pyproject.toml'): Promise<MetadataReading> =>
  readFrom(writeRawZip([{ name, content }]));

const DECLARED: Record<string, [toml: string, declared: object]> = {
  'both keys': ['[project]\nname = "A"\nversion = "1.0.0"', { name: 'A', version: '1.0.0' }],
  'a name alone': ['[project]\nname = "A"\ndynamic = ["version"]', { name: 'A' }],
  'no project': ['[tool.x]\nname = "A"', {}],
  'an empty file': ['', {}],
  'a byte order mark': ['\ufeff[project]\nname = "A"', { name: 'A' }],
};

for (const [what, [toml, declared]] of Object.entries(DECLARED)) {
  void test(`metadata with ${what} is read`, async () => {
    assert.deepEqual(await readToml(toml), { ok: true, declared });
  });
}

const BROKEN: Record<string, string | Buffer> = {
  'broken TOML': '[project',
  'bytes that are not UTF-8': Buffer.from('[project]\nname = "\xe9"', 'latin1'),
  'a project that is not a table': 'project = 1',
  'projects in a list': '[[project]]\nname = "A"',
  'a version that is not text': '[project]\nversion = 1.0',
  'more than 1 MiB': `# ${Array.from({ length: 200_000 }, (_, index) => index).join(' ')}`,
  'arrays without end': `a = ${'['.repeat(100_000)}`,
};

for (const [what, toml] of Object.entries(BROKEN)) {
  void test(`metadata with ${what} is a problem to report`, async () => {
    const reading = await readToml(toml);
    assert(!reading.ok);
    assert.match(reading.problem, /^The package's pyproject\.toml .+\.$/);
  });
}

void test('metadata below the root is not the package’s', async () => {
  assert.deepEqual(await readToml('[project', 'sub/pyproject.toml'), { ok: true, declared: {} });
});

void test('metadata in a file that only some systems take for pyproject.toml is a problem to report', async () => {
  for (const name of ['PyProject.toml', 'PYPROJECT.TOML', 'pyproject.Toml']) {
    const reading = await readToml('[project]\nname = "A"', name);
    assert(!reading.ok, name);
    assert.equal(
      reading.problem,
      "The package's pyproject.toml has a different spelling. Rename it to pyproject.toml.",
    );
  }
  assert.deepEqual(await readToml('[project', 'pyproject.toml.txt'), { ok: true, declared: {} });
});

void test('broken-pyproject is a problem to report', async () => {
  const { build } = await loadPackageFixture('broken-pyproject');
  assert.equal((await readFrom(await build())).ok, false);
});
