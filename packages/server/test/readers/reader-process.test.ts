import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import type { Priority } from '../../src/readers/priority.ts';
import { TooHeavyError } from '../../src/readers/package-reader.ts';
import { ReaderProcess } from '../../src/readers/reader-process.ts';
import { zip } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const plentyMs = 60_000;

const startProcess = async (t: TestContext, priority: Priority = 'spare') => {
  const task = new ReaderProcess(priority);
  t.after(() => task.kill());
  const path = join(await temporaryFolder(t), 'package.zip');
  await writeFile(path, await zip({ '__init__.py': '' }));
  return { task, path };
};

/** SCHED_IDLE: https://man7.org/linux/man-pages/man7/sched.7.html */
const linuxIdleClass = 5;

/** Field 41 of each thread: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const schedulingClassesOf = async (pid: number | undefined): Promise<number[]> => {
  const threads = await readdir(`/proc/${pid}/task`);
  return Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[41 - 3]);
    }),
  );
};

suite('task-process', () => {
  test('it does one task after the other, with less priority than the server', async (t) => {
    const { task, path } = await startProcess(t, 'low');
    const first = await task.run({ name: 'extract', data: { path } }, plentyMs);
    assert.deepEqual(await task.run({ name: 'extract', data: { path } }, plentyMs), first);
    assert.equal(getPriority(task.pid), constants.priority.PRIORITY_BELOW_NORMAL);
    assert.ok(task.isAlive);
  });

  test('with the least priority, all its threads run only on what is left idle', async (t) => {
    const { task, path } = await startProcess(t);
    assert.ok(await task.run({ name: 'extract', data: { path } }, plentyMs));
    await until(async () => {
      const classes = await schedulingClassesOf(task.pid);
      return classes.length > 1 && classes.every((one) => one === linuxIdleClass);
    });
  });

  test('what a task throws is thrown here, and the next task is done', async (t) => {
    const { task, path } = await startProcess(t);
    await assert.rejects(task.run({ name: 'check', data: { path: `${path}.missing` } }, plentyMs), /ENOENT/);
    assert.ok(await task.run({ name: 'extract', data: { path } }, plentyMs));
  });

  test('a task beyond its time ends the process and is too heavy', async (t) => {
    const { task, path } = await startProcess(t);
    // No process has begun after a millisecond, so that this one is always caught in its task.
    await assert.rejects(task.run({ name: 'extract', data: { path } }, 1), TooHeavyError);
    assert.equal(task.isAlive, false);
  });
});
