import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMismatches } from '../../src/archive/find-mismatches.ts';
import { readPackageMetadata } from '../../src/archive/package-metadata.ts';
import { readArchive } from '../../src/archive/read-archive.ts';
import { loadPackageFixture, saveArchive } from '../support/package-fixtures.ts';

const published = { nodeId: 'My-Node', version: '1.0.0' };

void test('metadata agrees when it says the same, in any case, or nothing', () => {
  assert.deepEqual(findMismatches({ name: 'my-NODE', version: '1.0.0' }, published), []);
  assert.deepEqual(findMismatches({}, published), []);
});

void test('each difference has its sentence', () => {
  assert.deepEqual(findMismatches({ name: 'my_node', version: '1.0' }, published), [
    `The package's project.name is "my_node", but it is published as "My-Node". Make them agree.`,
    `The package's project.version is "1.0", but it is published as "1.0.0". Make them agree.`,
  ]);
});

void test('what a stranger wrote is quoted in one line of bounded length', () => {
  const [sentence] = findMismatches({ name: `a\n${'x'.repeat(100_000)}` }, published);
  assert.match(sentence ?? '', /^The package's project\.name is "a\\nx{98}…", but/);
});

void test('metadata-mismatch differs in both', async () => {
  const { build } = await loadPackageFixture('metadata-mismatch');
  await using saved = await saveArchive(await build());
  await using archive = await readArchive(saved.path);
  const reading = await readPackageMetadata(archive);
  assert(reading.ok);
  assert.equal(findMismatches(reading.declared, published).length, 2);
});
