import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm, writeFile, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { openDiskStore } from '../../../src/packages/blobs/disk.ts';
import { hours } from '../../support/clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const key = 'ada/my-node/version.zip';
const content = 'the bytes of a package';

const open = async (test: Parameters<typeof temporaryFolder>[0]) => {
  const root = await temporaryFolder(test);
  const addresses = { secret: 's'.repeat(32), publicUrl: () => 'http://localhost' };
  const blobs = await openDiskStore(root, addresses);
  return {
    root,
    blobs,
    again: () => openDiskStore(root, addresses),
    store: async () => (await blobs.stage(Readable.from([Buffer.from(content)]), 100)).commit(key),
  };
};

const nobody = 65_534;

/** Runs `work` as a user who is bound by modes, to whom it gives the folders on the way to the package. */
const asUnprivileged = async <Result>(root: string, work: () => Promise<Result>): Promise<Result> => {
  if (process.geteuid?.() !== 0) return work();
  for (const folder of [root, join(root, 'ada'), join(root, dirname(key))])
    await chown(folder, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
};

suite('disk', () => {
  test('what a killed process left in staging can be removed, what is on its way or stored is none of it', async (t) => {
    const { root, again, store } = await open(t);
    await store();
    for (const name of ['abandoned', 'on-its-way']) await writeFile(join(root, '.staging', name), 'the by');
    const hoursAgo = new Date(Date.now() - hours(2));
    await utimes(join(root, '.staging', 'abandoned'), hoursAgo, hoursAgo);
    const restarted = await again();
    for await (const leftover of restarted.leftovers()) await leftover.remove();
    assert.deepEqual(await readdir(join(root, '.staging')), ['on-its-way']);
    assert.equal(await text(await restarted.open(key)), content);
  });

  test('a package is a file under its key, and none is there once it is removed', async (t) => {
    const { root, blobs, store } = await open(t);
    await store();
    assert.equal(existsSync(join(root, key)), true);
    await blobs.remove(key);
    assert.equal(existsSync(join(root, key)), false);
    await assert.rejects(blobs.open(key), { code: 'ENOENT' });
  });

  test('a package is stored even if somebody removed its folder', async (t) => {
    const { root, store } = await open(t);
    await store();
    await rm(join(root, 'ada'), { recursive: true });
    await store();
    assert.equal(existsSync(join(root, key)), true);
  });

  test("a folder in staging is nobody's upload", async (t) => {
    const { root, blobs } = await open(t);
    const folder = join(root, '.staging', 'lost+found');
    await mkdir(folder);
    const hoursAgo = new Date(Date.now() - hours(2));
    await utimes(folder, hoursAgo, hoursAgo);
    for await (const { path } of blobs.leftovers()) assert.fail(path);
  });

  test('the list has packages, folders that cannot be read, and nothing of the file system', async (t) => {
    const { root, blobs, store } = await open(t);
    await store();
    const [locked, own] = [join(root, 'ada/locked'), join(root, 'lost+found')];
    for (const folder of [locked, own]) {
      await mkdir(folder);
      await writeFile(join(folder, 'file'), 'x');
      await chmod(folder, 0);
    }
    const keys = (after: string) =>
      asUnprivileged(root, async () => {
        const listed: string[] = [];
        for await (const blob of blobs.list(after)) listed.push(blob.key);
        return listed;
      });
    assert.deepEqual(await keys(''), ['ada/locked', key]);
    assert.deepEqual(await keys('ada/locked'), [key]);
    assert.deepEqual(await keys(key), []);
  });

  test('check fails while the folder is missing', async (t) => {
    const { root, blobs } = await open(t);
    await blobs.check();
    await rename(join(root, '.staging'), join(root, 'away'));
    await assert.rejects(blobs.check());
  });
});
