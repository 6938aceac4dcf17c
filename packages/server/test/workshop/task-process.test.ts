import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { TaskProcess, TooHeavyError } from '../../src/workshop/task-process.ts';
import { zip } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const plentyMs = 60_000;

const startProcess = async (t: TestContext) => {
  const task = new TaskProcess();
  t.after(() => task.kill());
  const path = join(await temporaryFolder(t), 'package.zip');
  await writeFile(path, await zip({ '__init__.py': '' }));
  return { task, path };
};

suite('task-process', () => {
  test('it does one task after the other, with less priority than the server', async (t) => {
    const { task, path } = await startProcess(t);
    const first = await task.run({ name: 'extract', data: { path } }, plentyMs);
    assert.deepEqual(await task.run({ name: 'extract', data: { path } }, plentyMs), first);
    assert.equal(getPriority(task.pid), constants.priority.PRIORITY_BELOW_NORMAL);
    assert.ok(task.isAlive);
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
