import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { InProcessReader } from '../support/in-process-reader.ts';
import { ReaderPool } from '../../src/packages/reader-pool.ts';
import { zip } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { requestOf } from './support.ts';

const source = 'class Blur:\n    pass\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';

suite('the reader in this process', () => {
  test('says of a package what the pool says', async (t) => {
    const path = join(await temporaryFolder(t), 'package.zip');
    const bytes = await zip({
      'pyproject.toml': '[project]\nname = "node"\nversion = "1.0.0"\n',
      '__init__.py': source,
    });
    await writeFile(path, bytes);
    const pool = new ReaderPool();
    t.after(() => pool.close());
    const [here, there] = await Promise.all(
      [new InProcessReader(), pool].map((reader) =>
        Promise.all([
          reader.read(requestOf(path, bytes, { nodeId: 'another' })),
          reader.read(requestOf(path, 'another package')),
          reader.read(requestOf(path, bytes)),
        ]),
      ),
    );
    assert.equal(here?.[0]?.fault?.kind, 'mismatch');
    assert.deepEqual(here, there);
  });
});
