import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchiveRefusal } from '../../src/archive/archive-refusal.ts';
import { readArchive } from '../../src/archive/read-archive.ts';
import { loadPackageFixture, saveArchive } from '../support/package-fixtures.ts';
import { DEFLATED, writeRawZip } from '../support/raw-zip.ts';
import { writeZip } from '../support/write-zip.ts';

void test('entries come in the order of the directory, with kind and sizes', async () => {
  const stored = { packed: Buffer.from('abc'), content: 'abc', header: { method: 0 } };
  const folder = { name: 'web/', packed: Buffer.alloc(0), header: { method: 0 } };
  await using saved = await saveArchive(writeRawZip([{ name: 'z.py', ...stored }, folder]));
  await using archive = await readArchive(saved.path);
  assert.deepEqual(
    [...archive.entries.values()].map(({ name, isDirectory, packedBytes, unpackedBytes }) => [
      name,
      isDirectory,
      packedBytes,
      unpackedBytes,
    ]),
    [
      ['z.py', false, 3, 3],
      ['web/', true, 0, 0],
    ],
  );
});

void test('an entry is read whole, any number of times', async () => {
  await using saved = await saveArchive(await writeZip({ 'a.py': 'a = 1\n', 'empty.py': '' }));
  await using archive = await readArchive(saved.path);
  assert.equal((await archive.read('a.py', 6)).toString(), 'a = 1\n');
  assert.equal((await archive.read('a.py', 6)).toString(), 'a = 1\n', 'a second time');
  assert.equal((await archive.read('empty.py', 0)).length, 0);
});

void test('an entry larger than asked for, or unknown, is not read', async () => {
  await using saved = await saveArchive(await writeZip({ 'a.py': 'a = 1\n' }));
  await using archive = await readArchive(saved.path);
  await assert.rejects(archive.read('a.py', 5), RangeError);
  await assert.rejects(archive.read('b.py', 5), RangeError);
});

void test('a large entry is streamed in chunks, and may be left unfinished', async () => {
  const content = 'line\n'.repeat(100_000);
  await using saved = await saveArchive(await writeZip({ 'big.txt': content }));
  await using archive = await readArchive(saved.path);
  const chunks: Buffer[] = [];
  for await (const chunk of archive.stream('big.txt')) chunks.push(chunk);
  assert(chunks.length > 1);
  assert.equal(Buffer.concat(chunks).toString(), content);
  for await (const chunk of archive.stream('big.txt')) {
    assert(chunk.length < content.length);
    break;
  }
});

void test('a fault in the content is refused when it is read, not before', async () => {
  const entry = { name: 'a.py', content: 'a = 1\n', header: { crc32: 1, method: DEFLATED } };
  await using saved = await saveArchive(writeRawZip([entry]));
  await using archive = await readArchive(saved.path);
  await assert.rejects(
    archive.read('a.py', 100),
    (error) =>
      error instanceof ArchiveRefusal && error.rule === 'checksum-mismatch' && error.entry === 'a.py',
  );
});

void test('a refusal names the entry as the archive spells it', async () => {
  const { build } = await loadPackageFixture('path-escape');
  await using saved = await saveArchive(await build());
  await assert.rejects(
    readArchive(saved.path),
    (error) => error instanceof ArchiveRefusal && error.entry === '../../.ssh/authorized_keys',
  );
});

void test('a file that is not there is the file system’s error, not the publisher’s fault', async () => {
  await using saved = await saveArchive(Buffer.alloc(0));
  await assert.rejects(readArchive(`${saved.path}.missing`), { code: 'ENOENT' });
});
