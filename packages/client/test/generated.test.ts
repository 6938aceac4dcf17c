import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import * as client from '@patchbay/client';
import { endpoints } from '@patchbay/contract';
import { build } from 'esbuild';
import { generateClient } from '../scripts/generate-client.ts';

const folder = join(import.meta.dirname, '..', 'src', 'generated');
const bundleBytesMax = 3_000;

const bundle = async (code: string) => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  return { bytes: outputFiles[0]?.contents.length ?? 0, files: Object.keys(metafile.inputs) };
};

suite('the generated client', () => {
  test('the checked-in files are fresh; run `npm run generate`', async () => {
    const files = await generateClient();
    assert.deepEqual(readdirSync(folder).toSorted(), [...files.keys()].toSorted());
    for (const [name, text] of files) assert.equal(readFileSync(join(folder, name), 'utf8'), text, name);
  });

  test('every endpoint has its function', () => {
    const missing = Object.keys(endpoints).filter((name) => !(name in client));
    assert.deepEqual(missing, []);
  });

  test(`one endpoint costs a browser less than ${bundleBytesMax} bytes, and no other endpoint is bundled`, async (t) => {
    const one = await bundle("export { createClient, getNode } from '@patchbay/client';");
    t.diagnostic(`${one.bytes} bytes`);
    assert.ok(one.bytes < bundleBytesMax, `${one.bytes} bytes`);
  });

  test('it depends on nothing, neither on packages nor on Node.js', async () => {
    const { files } = await bundle("export * from '@patchbay/client';");
    assert.deepEqual(
      files.filter((file) => !file.includes('client/src/') && file !== '<stdin>'),
      [],
    );
  });
});
