import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '@patchbay/contract/limits';
import { listFiles } from '../../src/archive/list-files.ts';
import { readVerifiedArchive } from '../../src/archive/read-verified-archive.ts';
import { saveArchive } from '../support/package-fixtures.ts';
import { writeRawZip } from '../support/raw-zip.ts';

const fileOf = (name: string) => ({
  name,
  packed: Buffer.from('abc'),
  content: 'abc',
  header: { method: 0 },
});

void test('files are listed by path, without folders, where they lie', async () => {
  const folder = { name: 'web/', packed: Buffer.alloc(0), header: { method: 0 } };
  const bytes = writeRawZip([fileOf('z.py'), folder, fileOf('a.py')]);
  await using saved = await saveArchive(bytes);
  await using archive = await readVerifiedArchive(saved.path);
  const { files, areAll } = listFiles(archive);
  assert.deepEqual([files.map(([path]) => path), areAll], [['a.py', 'z.py'], true]);
  for (const [, size, packedSize, offset, method, sha256] of files) {
    assert.deepEqual([size, packedSize, method, sha256], [3, 3, 0, hash('sha256', 'abc', 'base64url')]);
    assert.equal(Buffer.from(bytes).toString('latin1', offset, offset + packedSize), 'abc');
  }
});

void test('a list ends before it takes too much', async () => {
  const names = Array.from({ length: 5_000 }, (_, index) =>
    [String(index).padStart(5, '0'), ...Array.from({ length: 5 }, () => 'x'.repeat(200))].join('/'),
  );
  await using saved = await saveArchive(writeRawZip(names.map(fileOf)));
  await using archive = await readVerifiedArchive(saved.path);
  const { files, areAll } = listFiles(archive);
  assert.equal(areAll, false);
  assert.deepEqual(
    files.map(([path]) => path),
    names.slice(0, files.length),
  );
  const { length } = JSON.stringify(files);
  assert.ok(length <= limits.packageFilesBytesMax + 1 && length > limits.packageFilesBytesMax - 2_000);
});
