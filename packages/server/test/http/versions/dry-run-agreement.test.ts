import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { openAgreement } from '../../support/agreement/open-agreement.ts';
import { publications } from '../../support/agreement/publications.ts';
import { sized } from '../../support/length.ts';
import { suite } from '../../support/variants.ts';

/** Of each variant. `DRY_RUNS=10000` makes others than those of every day. */
const { DRY_RUNS } = process.env;
const numRuns = Number(DRY_RUNS ?? sized({ short: 50, long: 150 }));
const seed = DRY_RUNS === undefined ? 20_260_107 : Date.now();

suite('a dry run and its publish', async () => {
  const agreement = await openAgreement({ after });

  const timeout = 120_000 + numRuns * 1_000;

  test('agree on every publication, with its package or without', { timeout }, async (t) => {
    const count = { published: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(publications(agreement.packages), async (publication) => {
        count[await agreement.compare(publication)] += 1;
      }),
      { numRuns, seed, endOnFailure: true },
    );
    assert.ok(count.published > numRuns / 10 && count.refused > numRuns / 10, JSON.stringify(count));
    t.diagnostic(`${count.published} were published, ${count.refused} refused (seed ${seed})`);
  });
});
