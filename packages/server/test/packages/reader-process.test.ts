import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { type TestContext, after, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TooHeavyError } from '../../src/packages/package-reader.ts';
import { ProcessStarter } from '../../src/packages/process-starter.ts';
import { ReaderProcess } from '../../src/packages/reader-process.ts';
import { findSandbox } from '../../src/packages/sandbox.ts';
import { zip } from '../support/build.ts';
import { processesOfGroup } from '../support/processes-of-group.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const plenty = { processorMs: 60_000, waitMs: 540_000 };
const extract = { name: 'extract', data: {} } as const;

const starter = new ProcessStarter();
after(() => starter.close());

const startProcess = async (t: TestContext, module = '../../src/packages/serve-readings.ts') => {
  const folder = await temporaryFolder(t);
  const entry = fileURLToPath(new URL(module, import.meta.url));
  const reader = await ReaderProcess.start({ starter, sandbox: await findSandbox(), entry, folder });
  t.after(() => reader.end());
  const path = join(folder, 'package.zip');
  await writeFile(path, await zip({ '__init__.py': '' }));
  return { reader, path, folder };
};

/** SCHED_IDLE: https://man7.org/linux/man-pages/man7/sched.7.html */
const linuxIdleClass = 5;

/** Fields 19 and 41 of each thread: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const schedulingOf = async (pid: number): Promise<{ nice: number; policy: number }[]> => {
  const threads = await readdir(`/proc/${pid}/task`);
  return Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { nice: Number(fields[19 - 3]), policy: Number(fields[41 - 3]) };
    }),
  );
};

suite('reader-process', () => {
  test('it answers about its package as often as it is asked', async (t) => {
    const { reader, path } = await startProcess(t);
    await reader.give(path);
    const first = await reader.run(extract, plenty);
    assert.deepEqual(await reader.run(extract, plenty), first);
    assert.ok(reader.isAlive);
  });

  for (const [priority, below] of [
    ['equal', 0],
    ['low', constants.priority.PRIORITY_BELOW_NORMAL],
  ] as const) {
    test(`with the ${priority} priority, all its threads are ${below} below the server`, async (t) => {
      const { reader, path } = await startProcess(t);
      await reader.give(path);
      await reader.lower(priority, plenty);
      assert.ok(await reader.run(extract, plenty));
      const threads = (await Promise.all((await processesOfGroup(reader.pid)).map(schedulingOf))).flat();
      assert.ok(threads.length > 1);
      const expected = Math.min(getPriority() + below, constants.priority.PRIORITY_LOW);
      assert.deepEqual(
        threads.filter(({ nice }) => nice !== expected),
        [],
      );
    });
  }

  test('with the least priority, all its threads run only on what is left idle', async (t) => {
    const { reader, path } = await startProcess(t);
    await reader.give(path);
    await reader.lower('spare', plenty);
    assert.ok(await reader.run(extract, plenty));
    const threads = (await Promise.all((await processesOfGroup(reader.pid)).map(schedulingOf))).flat();
    assert.ok(threads.length > 1);
    assert.deepEqual(
      threads.filter(({ policy }) => policy !== linuxIdleClass),
      [],
    );
  });

  test('with the least priority, it can only keep that', async (t) => {
    const { reader } = await startProcess(t);
    assert.deepEqual(
      (['equal', 'low', 'spare'] as const).filter((each) => reader.mayBecome(each)),
      ['equal', 'low', 'spare'],
    );
    await reader.lower('spare', plenty);
    assert.deepEqual(
      (['equal', 'low', 'spare'] as const).filter((each) => reader.mayBecome(each)),
      ['spare'],
    );
  });

  test('the system limits its memory and processor time, and what it writes to nothing', async (t) => {
    const { reader, path } = await startProcess(t);
    await reader.give(path);
    await reader.run(extract, plenty);
    const limits = await Promise.all(
      (await processesOfGroup(reader.pid)).map((pid) => readFile(`/proc/${pid}/limits`, 'utf8')),
    );
    const limited = limits.filter((text) => /^Max file size +0 /m.test(text));
    assert.equal(limited.length, 1, limits.join('\n'));
    assert.match(limited.join(), /^Max core file size +0 /m);
    assert.match(limited.join(), /^Max cpu time +180 /m);
    assert.match(limited.join(), /^Max data size +1610612736 /m);
  });

  test('its copy of the package has no name', async (t) => {
    const { reader, path, folder } = await startProcess(t);
    await reader.give(path);
    await reader.run(extract, plenty);
    assert.deepEqual(await readdir(folder), ['package.zip']);
  });

  test('a task beyond its time ends all of the process and is too heavy', async (t) => {
    const { reader, path } = await startProcess(t);
    await reader.give(path);
    // No process has begun after a millisecond, so that this one is always caught in its task.
    await assert.rejects(reader.run(extract, { processorMs: 1, waitMs: 1 }), TooHeavyError);
    assert.equal(reader.isAlive, false);
    await until(async () => (await processesOfGroup(reader.pid)).length === 0);
    await assert.rejects(reader.run(extract, plenty), TooHeavyError, 'and it stays ended');
  });

  test(
    'what it takes is processor time, and time on the clock only far above',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const { reader } = await startProcess(t, './entries/takes-time.ts');
      const run = (data: object, allowance: Parameters<typeof reader.run>[1]) =>
        reader.run({ name: 'extract', data }, allowance);
      // Its start is over once it has answered.
      await run({}, plenty);
      const processorMs = 100;
      await run({ afterMs: 3 * processorMs }, { ...plenty, processorMs });
      await assert.rejects(run({ isBusy: true }, { ...plenty, processorMs }), TooHeavyError);
      const { reader: idle } = await startProcess(t, './entries/takes-time.ts');
      const never = { name: 'extract', data: { afterMs: 2 ** 30 } } as const;
      await assert.rejects(idle.run(never, { ...plenty, waitMs: processorMs }), TooHeavyError);
    },
  );
});
