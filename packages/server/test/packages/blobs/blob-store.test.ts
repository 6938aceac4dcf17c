import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { type BlobStore, BlobTooLargeError } from '../../../src/packages/blobs/blob-store.ts';
import { openBlobs } from '../../../src/packages/blobs/open-blobs.ts';
import { parsePackagesUrl } from '../../../src/packages/blobs/packages-url.ts';
import { packagesOnS3 } from '../../support/packages-on-s3.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const content = 'the bytes of a package';
const source = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What every store of packages promises, by the address that names it. */
const promises = (name: string, open: () => Promise<{ blobs: BlobStore; staging: string }>) =>
  suite(`blob-store: ${name}`, async () => {
    const { blobs, staging } = await open();
    const staged = () => readdir(staging);
    const store = async (key: string, bytes = content): Promise<void> => {
      await using blob = await blobs.stage(source(bytes), 100);
      await blob.commit(key);
    };

    test('a blob is measured while it streams and is in the store once committed, not before', async () => {
      const key = 'ada/node/whole.zip';
      {
        await using blob = await blobs.stage(source('the bytes ', 'of a package'), 100);
        assert.deepEqual([blob.sha256, blob.bytes], [sha256(content), content.length]);
        assert.equal(await readFile(blob.path, 'utf8'), content);
        await assert.rejects(blobs.open(key));
        await blob.commit(key);
      }
      assert.equal(await text(await blobs.open(key)), content);
      assert.deepEqual(await staged(), []);
    });

    test('a blob may be committed twice, as a job does that runs twice', async () => {
      await store('ada/node/twice.zip');
      await store('ada/node/twice.zip');
      assert.equal(await text(await blobs.open('ada/node/twice.zip')), content);
    });

    test('a key may hold what a version may: dots, dashes and a plus', async () => {
      const key = 'ada/my_node.v2/1.0.0-rc.1+build.5.zip';
      await store(key);
      assert.equal(await text(await blobs.open(key)), content);
    });

    test('a range has both its ends', async () => {
      await store('ada/node/range.zip');
      assert.equal(await text(await blobs.open('ada/node/range.zip', { start: 4, end: 8 })), 'bytes');
      assert.equal(await text(await blobs.open('ada/node/range.zip', { start: 0, end: 0 })), 't');
    });

    test('a blob of many megabytes comes back as it went', async () => {
      const bytes = randomBytes(11 * 2 ** 20 + 1);
      await using blob = await blobs.stage(Readable.from([bytes]), bytes.length);
      await blob.commit('ada/node/large.zip');
      assert.equal(sha256(await buffer(await blobs.open('ada/node/large.zip'))), sha256(bytes));
    });

    test('a blob can be had as a file, until that is disposed', async () => {
      await store('ada/node/file.zip');
      {
        await using local = await blobs.fetch('ada/node/file.zip');
        assert.equal(await readFile(local.path, 'utf8'), content);
      }
      assert.deepEqual(await staged(), []);
      await assert.rejects(blobs.fetch('ada/node/none.zip'));
    });

    test('what is disposed, too large or broken off leaves nothing behind', async () => {
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

    test('a blob is removed, and one that is not there is fine', async () => {
      await store('ada/node/removed.zip');
      await blobs.remove('ada/node/removed.zip');
      await blobs.remove('ada/node/removed.zip');
      await assert.rejects(blobs.open('ada/node/removed.zip'));
    });

    test('a blob is measured, and one that is not there has no size', async () => {
      await store('ada/node/measured.zip');
      assert.equal(await blobs.measure('ada/node/measured.zip'), content.length);
      assert.equal(await blobs.measure('ada/node/none.zip'), undefined);
    });

    test('all blobs are listed once, and from behind any of them only the rest', async () => {
      for (const key of ['zoe/a-b/1.zip', 'zoe/a/2.zip', 'zoe/a/1.zip', 'zoe/a.c/1.zip']) await store(key);
      const keysBehind = async (after: string): Promise<string[]> => {
        const keys: string[] = [];
        for await (const { key } of blobs.list(after)) keys.push(key);
        return keys;
      };
      const all = await keysBehind('');
      assert.equal(new Set(all).size, all.length);
      assert.equal(all.filter((key) => key.startsWith('zoe/')).length, 4);
      for (const [index, key] of all.entries()) {
        assert.deepEqual(await keysBehind(key), all.slice(index + 1));
      }
    });

    test('check passes', () => blobs.check());
  });

const opened = async (url: string, stagingName: string): Promise<{ blobs: BlobStore; staging: string }> => {
  const folder = await temporaryFolder({ after });
  const config = {
    DATA_DIR: folder,
    SECRET: 's'.repeat(32),
    PACKAGES_URL: parsePackagesUrl(url.replace('<folder>', join(folder, 'packages'))),
  };
  const context = { publicUrl: () => 'http://localhost', now: () => new Date() };
  return { blobs: await openBlobs(config, context), staging: join(folder, stagingName) };
};

void promises('memory', () => opened('memory:', 'staging'));
void promises('disk', () => opened('file:<folder>', 'packages/.staging'));
void promises('s3', async () => opened((await packagesOnS3({ after })).url(), 'staging'));
