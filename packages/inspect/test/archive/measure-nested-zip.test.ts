import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureNestedZip } from '../../src/archive/measure-nested-zip.ts';
import { writeRawZip } from '../support/raw-zip.ts';

const inChunks = async function* (bytes: Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
};

const zip = writeRawZip([
  { name: 'a.bin', content: Buffer.alloc(1000) },
  { name: 'b.bin', content: Buffer.alloc(234) },
]);

for (const chunkBytes of [1, 7, 64, zip.length]) {
  void test(`what a zip unpacks to is added up when it comes ${chunkBytes} bytes at a time`, async () => {
    assert.equal(await measureNestedZip(inChunks(zip, chunkBytes)), 1234);
  });
}

void test('what is not a zip has nothing to unpack, though a zip follows in it', async () => {
  const text = Buffer.concat([Buffer.from('text'), zip]);
  assert.equal(await measureNestedZip(inChunks(text, 16)), 0);
  assert.equal(await measureNestedZip(inChunks(Buffer.alloc(0), 16)), 0);
});

void test('only the start of a directory header is no header', async () => {
  const cut = zip.subarray(0, zip.indexOf('PK\x01\x02', 0, 'latin1') + 20);
  assert.equal(await measureNestedZip(inChunks(cut, 16)), 0);
});
