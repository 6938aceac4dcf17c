import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../../src/archive/archive-limits.ts';
import { ArchiveRefusal } from '../../src/archive/archive-refusal.ts';
import { readVerifiedArchive } from '../../src/archive/read-verified-archive.ts';
import { mutate, seedChance } from '../support/mutate.ts';
import { loadPackageFixture, saveArchive } from '../support/package-fixtures.ts';

const SEEDS = ['well-formed', 'zip64-but-fine', 'made-by-zip-program', 'nested-zip-but-fine', 'nested-bomb'];
const MUTATIONS_EACH = 100;
const LIMITS = { ...DEFAULT_LIMITS, unpackedBytesMax: 1024 ** 2 };

for (const [seed, name] of SEEDS.entries()) {
  void test(`${name} is accepted or refused, never anything else, after ${MUTATIONS_EACH} mutations`, async () => {
    const { build } = await loadPackageFixture(name);
    const bytes = await build();
    const chance = seedChance(seed);
    const rules = new Set<string>();
    for (let run = 0; run < MUTATIONS_EACH; run += 1) {
      await using saved = await saveArchive(mutate(bytes, chance));
      const archive = await readVerifiedArchive(saved.path, LIMITS).catch((error: unknown) => {
        assert(error instanceof ArchiveRefusal, `run ${run}: ${String(error)}`);
        rules.add(error.rule);
        return undefined;
      });
      await archive?.[Symbol.asyncDispose]();
    }
    assert(rules.size > 3, 'the mutations reach several rules');
  });
}
