import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '@patchbay/inspect';
import { RULES } from '@patchbay/inspect/facts';
import { BadReplyError } from '../../src/packages/bad-reply-error.ts';
import { TooHeavyError } from '../../src/packages/package-reader.ts';
import { ReaderPool } from '../../src/packages/reader-pool.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const entry = fileURLToPath(new URL('./entries/forger.ts', import.meta.url));

const open = async (t: { after(fn: () => unknown): void }, msMax = 30_000) => {
  const folder = await temporaryFolder({ after: (fn) => t.after(fn) });
  const allowance = { processorMs: msMax, waitMs: msMax };
  const pool = new ReaderPool({
    entry,
    folder,
    allowances: { equal: allowance, low: allowance, spare: allowance },
  });
  t.after(() => pool.close());
  const path = join(folder, 'package.zip');
  await writeFile(path, 'a package');
  const sha256 = hash('sha256', 'a package');
  const inspect = (nodeId: string) =>
    pool.inspect({
      path,
      network: '192.0.2.1',
      publisherId: 'mallory',
      published: { nodeId, version: '1.0.0' },
      limits: DEFAULT_LIMITS,
      looseVersions: false,
    });
  return { pool, path, sha256, inspect };
};

suite('a reply that no reader gives', async () => {
  test('is not believed, and the next package is read as if nothing had been', async (t) => {
    const { inspect } = await open(t);
    for (const way of [
      'a line without an end',
      'parts without an end',
      'more bytes than a version may have',
      'two replies',
      'no JSON',
      'a value and an error',
      'an error that is no text',
      'the value of another task',
      'more than the value',
      'a prototype',
      'a rule that there is not',
      'a text without an end',
    ]) {
      await assert.rejects(inspect(way), BadReplyError, way);
    }
    await assert.rejects(inspect('its end'), /the process ended with 0/);
    await assert.rejects(inspect('memory without an end'));
    assert.equal(await inspect('an honest reply'), undefined);
  });

  test('has no readme but one of the elements, attributes and addresses that are listed', async (t) => {
    const { pool, path } = await open(t);
    const extract = async (size: number) => {
      const content = 'p'.repeat(size);
      await writeFile(path, content);
      return pool.extract(path, hash('sha256', content));
    };
    assert.deepEqual((await extract(1))?.readme?.parts, [{ depth: 0, tag: 'p' }]);
    for (let size = 2; size <= 12; size += 1)
      await assert.rejects(extract(size), BadReplyError, String(size));
  });

  test('has no verdict but of the rules, in their own words', async (t) => {
    const { pool, path } = await open(t);
    const check = async (size: number) => {
      const content = 'p'.repeat(size);
      await writeFile(path, content);
      return pool.check(path, hash('sha256', content));
    };
    const { severity, shadow, means, fix } = RULES['exec-decoded'];
    assert.deepEqual((await check(1))?.findings, [
      { rule: 'exec-decoded', severity, shadow, file: 'a.py', line: 1, means, fix },
    ]);
    for (let size = 2; size <= 4; size += 1) await assert.rejects(check(size), BadReplyError, String(size));
  });

  test('that never comes is waited for only so long', async (t) => {
    const { inspect } = await open(t, 2_000);
    await assert.rejects(inspect('nothing'), TooHeavyError);
  });

  test('concerns no other package: the digest is compared here, and each package has a process of its own', async (t) => {
    const { pool, path, sha256 } = await open(t);
    assert.equal(await pool.check(path, hash('sha256', 'another package')), undefined);
    assert.equal((await pool.check(path, sha256))?.outcome, 'found');
    assert.equal(await pool.extract(path, hash('sha256', 'another package')), undefined);
  });
});
