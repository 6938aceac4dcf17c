import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { RULES } from '@patchbay/inspect/facts';
import { ReaderPool } from '../../src/packages/reader-pool.ts';
import { BadReplyError, TooHeavyError } from '../../src/packages/reading.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { bundleEntry } from './bundle-entry.ts';
import { plenty, requestOf } from './support.ts';

const open = async (t: { after(fn: () => unknown): void }, budget = plenty) => {
  const folder = await temporaryFolder({ after: (fn) => t.after(fn) });
  const pool = new ReaderPool({ entry: await bundleEntry(t, 'forger.ts'), folder });
  t.after(() => pool.close());
  const path = join(folder, 'package.zip');
  /** A package of this size, published as this node. */
  const read = async (nodeId: string, size = 1) => {
    const content = 'p'.repeat(size);
    await writeFile(path, content);
    const reading = await pool.read(requestOf(path, content, { nodeId, budget }));
    assert.ok(reading !== undefined && reading.fault === undefined);
    return reading;
  };
  return { pool, path, read };
};

suite('a reply that no reader gives', async () => {
  test('is rejected, and the next package is read as if nothing had been', async (t) => {
    const { read } = await open(t);
    for (const way of [
      'a line without an end',
      'parts without an end',
      'files without an end',
      'a part of another list',
      'more bytes than a version may have',
      'two replies',
      'no JSON',
      'a value and an error',
      'an error that is no text',
      'a verdict alone',
      'more than the value',
      'a prototype',
      'a rule that there is not',
      'a text without an end',
    ]) {
      await assert.rejects(read(way), BadReplyError, way);
    }
    await assert.rejects(read('its end'), /the process ended with 0/);
    await assert.rejects(read('memory without an end'));
    assert.equal((await read('an honest reply')).status, 'unsupported');
  });

  test('has no readme but one of the elements, attributes and addresses that are listed', async (t) => {
    const { read } = await open(t);
    assert.deepEqual((await read('extractions', 1)).readme?.parts, [{ depth: 0, tag: 'p' }]);
    for (let size = 2; size <= 12; size += 1)
      await assert.rejects(read('extractions', size), BadReplyError, String(size));
  });

  test('has no verdict but of the rules, in their own words', async (t) => {
    const { read } = await open(t);
    const { severity, shadow, means, fix } = RULES['exec-decoded'];
    assert.deepEqual((await read('verdicts', 1)).verdict.findings, [
      { rule: 'exec-decoded', severity, shadow, file: 'a.py', line: 1, means, fix },
    ]);
    for (let size = 2; size <= 4; size += 1)
      await assert.rejects(read('verdicts', size), BadReplyError, String(size));
  });

  test('that never comes is waited for only so long', async (t) => {
    const { read } = await open(t, { ...plenty, waitMs: 2_000 });
    await assert.rejects(read('nothing'), TooHeavyError);
  });

  test('concerns no other package: the server compares the digest', async (t) => {
    const { pool, path, read } = await open(t);
    await read('an honest reply');
    assert.equal(await pool.read(requestOf(path, 'another package')), undefined);
  });
});
