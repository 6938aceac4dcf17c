import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../../src/archive/archive-limits.ts';
import { ArchiveRefusal } from '../../src/archive/archive-refusal.ts';
import { ARCHIVE_RULES } from '../../src/archive/archive-rules.ts';
import { readVerifiedArchive } from '../../src/archive/read-verified-archive.ts';
import { listPackageFixtures, loadPackageFixture, saveArchive } from '../support/package-fixtures.ts';

const names = await listPackageFixtures();
const fixtures = await Promise.all(
  names.map(async (name) => ({ name, fixture: await loadPackageFixture(name) })),
);

for (const { name, fixture } of fixtures) {
  const rule = fixture.breaks;
  void test(`${name} is ${rule === undefined ? 'accepted' : `refused as ${rule}`}`, async () => {
    await using archive = await saveArchive(await fixture.build());
    const reading = readVerifiedArchive(archive.path, { ...DEFAULT_LIMITS, ...fixture.limits });
    if (rule === undefined) return await (await reading)[Symbol.asyncDispose]();
    await assert.rejects(reading, (error) => {
      assert(error instanceof ArchiveRefusal);
      assert.equal(error.rule, rule);
      assert.equal(error.message, ARCHIVE_RULES[rule]);
      return true;
    });
  });
}

void test('every rule has a fixture that breaks it', () => {
  const broken = new Set(fixtures.map(({ fixture }) => fixture.breaks));
  assert.deepEqual(
    Object.keys(ARCHIVE_RULES).filter((rule) => !broken.has(rule as keyof typeof ARCHIVE_RULES)),
    [],
  );
});

void test('every fixture writes the same bytes each time', async () => {
  for (const { name, fixture } of fixtures)
    assert((await fixture.build()).equals(await fixture.build()), name);
});

void test('every rule has its own sentence, which says what to do', () => {
  const sentences = Object.values(ARCHIVE_RULES);
  assert.equal(new Set(sentences).size, sentences.length);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z][^\n]+\. [A-Z][^\n]+\.$/);
});
