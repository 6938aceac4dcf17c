import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { familyOf } from '../../src/packages/family-of.ts';
import { ProcessStarter, type StartedProcess } from '../../src/packages/process-starter.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const openStarter = async (t: TestContext) => {
  const starter = new ProcessStarter();
  t.after(() => starter.close());
  const folder = await temporaryFolder(t);
  const start = async (...command: [string, ...string[]]): Promise<StartedProcess> => {
    const slot = join(folder, randomUUID());
    await writeFile(slot, 'a file');
    return starter.start(command, slot);
  };
  return { folder, start };
};

/** What it says once it gets a line. */
const askFor = async ({ stdin, stdout }: StartedProcess, line: string): Promise<string> => {
  stdin?.write(`${line}\n`);
  return Buffer.concat((await stdout?.toArray()) ?? []).toString();
};

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const parentOf = async (pid = 0): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

const isThere = async (pid = 0): Promise<boolean> => (await readdir('/proc')).includes(String(pid));

suite('process-starter', { skip: process.platform !== 'linux' }, () => {
  test('a process gets its input and a file without a name, and says how it ended', async (t) => {
    const { folder, start } = await openStarter(t);
    const started = await start('sh', '-c', 'read word; echo "$word, $(cat <&3)"; echo why >&2; exit 7');
    assert.deepEqual(await readdir(folder), []);
    assert.equal(await askFor(started, 'a word'), 'a word, a file\n');
    assert.deepEqual(await started.ended, { code: 7, signal: null, complaint: 'why\n' });
  });

  test('all that it says arrives before its end, of many at once as well', async (t) => {
    const { start } = await openStarter(t);
    const bytes = 300_000;
    const said = async (): Promise<number> => {
      const started = await start('sh', '-c', `read line; head -c ${bytes} /dev/zero`);
      const [text] = await Promise.all([askFor(started, 'go on'), started.ended]);
      return text.length;
    };
    const all = await Promise.all(Array.from({ length: 20 }, said));
    assert.deepEqual(new Set(all), new Set([bytes]));
  });

  test('it has nothing of the environment of this process', async (t) => {
    const { start } = await openStarter(t);
    const started = await start('sh', '-c', 'read line; exec env');
    const starter = await readFile(`/proc/${await parentOf(started.pid)}/environ`, 'latin1');
    const names = (text: string): string[] => text.match(/^\w+/gm) ?? [];
    assert.deepEqual(names(starter.replaceAll('\0', '\n')).toSorted(), [
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'PATH',
    ]);
    // The shell sets the other.
    assert.deepEqual(names(await askFor(started, 'go on')).toSorted(), ['PATH', 'PWD']);
  });

  test('a program that is missing is an error, and its file goes', async (t) => {
    const { folder, start } = await openStarter(t);
    await assert.rejects(start('no-such-program'), /ENOENT/);
    assert.deepEqual(await readdir(folder), []);
  });

  test('signals that are meant for the server do not end what starts processes', async (t) => {
    const { start } = await openStarter(t);
    const first = await start('cat');
    const starter = await parentOf(first.pid);
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.kill(starter, signal);
    const second = await start('cat');
    assert.equal(await parentOf(second.pid), starter);
  });

  test('when what starts processes is killed, they end, and others can be started', async (t) => {
    const { start } = await openStarter(t);
    const started = await start('cat');
    process.kill(await parentOf(started.pid), 'SIGKILL');
    started.stdout?.resume();
    assert.equal((await started.ended).signal, 'SIGKILL');
    await until(async () => !(await isThere(started.pid)));
    const next = await start('sh', '-c', 'read line; echo "$line"');
    assert.equal(await askFor(next, 'here'), 'here\n');
  });

  test('once it is closed, what starts processes ends, and so does what waits for input', async (t) => {
    const starter = new ProcessStarter();
    const folder = await temporaryFolder(t);
    const slot = join(folder, 'slot');
    await writeFile(slot, '');
    const started = await starter.start(['cat'], slot);
    started.stdout?.resume();
    const parent = await parentOf(started.pid);
    starter.close();
    await started.ended;
    await until(async () => !(await isThere(started.pid)) && !(await isThere(parent)));
  });

  test('closed while it starts, it leaves nothing behind', async (t) => {
    const folder = await temporaryFolder(t);
    const slot = join(folder, 'slot');
    const before = familyOf(process.pid);
    for (const afterMs of [0, 5, 10, 20, 40, 60, 80]) {
      await writeFile(slot, '');
      const starter = new ProcessStarter();
      const starting = starter.start(['cat'], slot);
      await wait(afterMs);
      starter.close();
      await starting.then(({ stdout }) => stdout?.resume()).catch(() => undefined);
    }
    await until(() => familyOf(process.pid).length === before.length);
  });
});
