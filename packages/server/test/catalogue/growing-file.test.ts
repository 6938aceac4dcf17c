import assert from 'node:assert/strict';
import { appendFile, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, suite, test } from 'node:test';
import { readGrowingFile } from '../../src/catalogue/growing-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

suite('a file that is read while it is written', () => {
  const openBegun = async (t: TestContext) => {
    const path = join(await temporaryFolder(t), 'file');
    await writeFile(path, 'begun ');
    const written = Promise.withResolvers<void>();
    return { path, written, stream: readGrowingFile(await open(path), written.promise) };
  };

  test('is sent as far as it is there, and ends with what came last', async (t) => {
    const { path, written, stream } = await openBegun(t);
    const { value } = (await stream.iterator({ destroyOnReturn: false }).next()) as { value: Buffer };
    assert.equal(value.toString(), 'begun ');
    await appendFile(path, 'and ended');
    written.resolve();
    assert.equal(await text(stream), 'and ended');
  });

  test('is not taken for a whole one if it never becomes one', async (t) => {
    const { written, stream } = await openBegun(t);
    written.reject(new Error('the thread ended'));
    await assert.rejects(text(stream), /the thread ended/);
  });
});
