import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { ReaderProcess } from '../../src/packages/reader-process.ts';
import { ReadFailedError, TooHeavyError } from '../../src/packages/reading.ts';
import { findSandbox, readerEntry } from '../../src/packages/sandbox.ts';
import { zip } from '../support/build.ts';
import { processesOfGroup } from '../support/processes-of-group.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { bundleEntry } from './bundle-entry.ts';
import { plenty, requestOf } from './support.ts';

const startProcess = async (
  t: TestContext,
  { module, isLow = false }: { module?: string; isLow?: boolean } = {},
) => {
  const folder = await temporaryFolder(t);
  const entry = module === undefined ? readerEntry : await bundleEntry(t, module);
  const reader = await ReaderProcess.start((await findSandbox()).command(entry, { isLow }), folder);
  t.after(() => reader.end());
  const path = join(folder, 'package.zip');
  const bytes = await zip({ '__init__.py': '' });
  await writeFile(path, bytes);
  const read = (nodeId = 'node', budget = plenty) => reader.read(requestOf(path, bytes, { nodeId }), budget);
  return { reader, path, folder, read };
};

/** Field 19 of each thread: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const nicenessOf = async (pid: number): Promise<number[]> => {
  const threads = await readdir(`/proc/${pid}/task`);
  return Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19 - 3]);
    }),
  );
};

suite('reader-process', () => {
  test('it reads one package after another, each from its first byte to its last', async (t) => {
    const { reader, path, read } = await startProcess(t);
    const first = await read();
    const other = await zip({ '__init__.py': 'VALUE = 1\n'.repeat(1_000), 'README.md': '# Other' });
    await writeFile(path, other);
    const second = await reader.read(requestOf(path, other), plenty);
    assert.equal(second?.fault === undefined && second?.readme?.file, 'README.md');
    await writeFile(path, await zip({ '__init__.py': '' }));
    assert.deepEqual(await read(), first);
    assert.ok(reader.isAlive);
  });

  for (const [isLow, below] of [
    [false, 0],
    [true, 10],
  ] as const) {
    test(`all its threads are ${below} below the server where its priority is ${isLow ? 'low' : 'not'}`, async (t) => {
      const { reader, read } = await startProcess(t, { isLow });
      assert.ok(await read());
      const threads = (await Promise.all((await processesOfGroup(reader.pid)).map(nicenessOf))).flat();
      assert.ok(threads.length > 1);
      const expected = Math.min(getPriority() + below, constants.priority.PRIORITY_LOW);
      assert.deepEqual(
        threads.filter((niceness) => niceness !== expected),
        [],
      );
    });
  }

  test('the system limits its memory and processor time, and what it writes to nothing', async (t) => {
    const { reader, read } = await startProcess(t);
    await read();
    const limits = await Promise.all(
      (await processesOfGroup(reader.pid)).map((pid) => readFile(`/proc/${pid}/limits`, 'utf8')),
    );
    const limited = limits.filter((text) => /^Max file size +0 /m.test(text));
    assert.equal(limited.length, 1, limits.join('\n'));
    assert.match(limited.join(), /^Max core file size +0 /m);
    assert.match(limited.join(), /^Max cpu time +1000 /m);
    assert.match(limited.join(), /^Max data size +1610612736 /m);
  });

  test('its copy of the package has no name', async (t) => {
    const { folder, read } = await startProcess(t);
    await read();
    assert.deepEqual(await readdir(folder), ['package.zip']);
  });

  test('a reading beyond its time ends all of the process and is too heavy', async (t) => {
    const { reader, read } = await startProcess(t);
    // No process has begun after a millisecond, so that this one is always caught in its reading.
    await assert.rejects(read('node', { ...plenty, processorMs: 1, soundMs: 1, waitMs: 1 }), TooHeavyError);
    assert.equal(reader.isAlive, false);
    await until(async () => (await processesOfGroup(reader.pid)).length === 0);
    await assert.rejects(read(), TooHeavyError, 'and it stays ended');
  });

  test(
    'what it takes is processor time, and time on the clock only far above',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const module = 'takes-time.ts';
      const little = { ...plenty, processorMs: 100, soundMs: 100 };
      const { read: readLater } = await startProcess(t, { module });
      await assert.rejects(readLater('later', { ...little, soundMs: 5_000 }), /it is done/);
      const { read: readBusily } = await startProcess(t, { module });
      await assert.rejects(readBusily('busy', little), TooHeavyError);
      const { read: readNever } = await startProcess(t, { module });
      await assert.rejects(readNever('never', { ...plenty, waitMs: 100 }), TooHeavyError);
    },
  );

  test('a package that is too heavy is known to be sound or not', async (t) => {
    const module = 'takes-time.ts';
    for (const [nodeId, isSound] of [
      ['busy', false],
      ['sound-then-busy', true],
    ] as const) {
      const { read } = await startProcess(t, { module });
      const error: unknown = await read(nodeId, { ...plenty, processorMs: 100, soundMs: 2_000 }).catch(
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof ReadFailedError);
      assert.equal(error.isSound, isSound, nodeId);
    }
  });
});
