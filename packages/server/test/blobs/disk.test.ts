import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { BlobTooLargeError } from '../../src/blobs/blob-store.ts';
import { openDiskStore } from '../../src/blobs/disk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const key = 'ada/my-node/version.zip';
const content = 'the bytes of a package';
const source = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

const open = async (test: Parameters<typeof temporaryFolder>[0]) => {
  const root = await temporaryFolder(test);
  const options = { secret: 's'.repeat(32), publicUrl: () => 'http://localhost' };
  return {
    root,
    again: () => openDiskStore(root, options),
    blobs: await openDiskStore(root, options),
    staged: () => readdir(join(root, '.staging')),
  };
};

suite('disk', () => {
  test('a blob is measured while it streams and is in the store once committed, not before', async (t) => {
    const { root, blobs, staged } = await open(t);
    {
      await using blob = await blobs.stage(source('the bytes ', 'of a package'), 100);
      assert.deepEqual(
        [blob.sha256, blob.bytes],
        [createHash('sha256').update(content).digest('hex'), content.length],
      );
      assert.equal(await readFile(blob.path, 'utf8'), content);
      assert.equal(existsSync(join(root, key)), false);
      await blob.commit(key);
    }
    assert.equal(await text(await blobs.open(key)), content);
    assert.deepEqual(await staged(), []);
  });

  test('a range has both its ends', async (t) => {
    const { blobs } = await open(t);
    await using blob = await blobs.stage(source(content), 100);
    await blob.commit(key);
    assert.equal(await text(await blobs.open(key, { start: 4, end: 8 })), 'bytes');
  });

  test('what is disposed, too large or broken off leaves nothing behind', async (t) => {
    const { blobs, staged } = await open(t);
    await (await blobs.stage(source(content), 100))[Symbol.asyncDispose]();
    await assert.rejects(blobs.stage(source('12345', '67890'), 9), BlobTooLargeError);
    await using exact = await blobs.stage(source('12345', '67890'), 10);
    assert.equal(exact.bytes, 10);
    await exact[Symbol.asyncDispose]();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from(content);
        throw new Error('the line went down');
      })(),
    );
    await assert.rejects(blobs.stage(broken, 100), /the line went down/);
    assert.deepEqual(await staged(), []);
  });

  test('what a killed process left in staging is gone after a start, what it stored is not', async (t) => {
    const { root, blobs, again, staged } = await open(t);
    await (await blobs.stage(source(content), 100)).commit(key);
    await writeFile(join(root, '.staging', 'half'), 'the by');
    const restarted = await again();
    assert.deepEqual(await staged(), []);
    assert.equal(await text(await restarted.open(key)), content);
  });

  test('a blob is removed, and one that is not there is fine', async (t) => {
    const { root, blobs } = await open(t);
    await (await blobs.stage(source(content), 100)).commit(key);
    await blobs.remove(key);
    await blobs.remove(key);
    assert.equal(existsSync(join(root, key)), false);
    await assert.rejects(blobs.open(key), { code: 'ENOENT' });
  });

  test('check fails while the folder is away', async (t) => {
    const { root, blobs } = await open(t);
    await blobs.check();
    await rename(join(root, '.staging'), join(root, 'away'));
    await assert.rejects(blobs.check());
  });
});
