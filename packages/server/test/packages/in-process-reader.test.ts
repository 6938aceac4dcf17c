import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DEFAULT_LIMITS } from '@patchbay/inspect';
import { hash } from 'node:crypto';
import { InProcessReader } from '../../src/packages/in-process-reader.ts';
import { ReaderPool } from '../../src/packages/reader-pool.ts';
import { zip } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const source = 'class Blur:\n    pass\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';

suite('the reader in this process', () => {
  test('says of a package what the pool says', async (t) => {
    const path = join(await temporaryFolder(t), 'package.zip');
    const bytes = await zip({ 'pyproject.toml': '[project]\nname = "node"\n', '__init__.py': source });
    await writeFile(path, bytes);
    const pool = new ReaderPool();
    t.after(() => pool.close());
    const sha256 = hash('sha256', bytes);
    const inspection = {
      path,
      limits: DEFAULT_LIMITS,
      published: { nodeId: 'another', version: '1.0.0' },
      looseVersions: false,
      network: '192.0.2.1',
      publisherId: 'ada',
    };
    const [here, there] = await Promise.all(
      [new InProcessReader(), pool].map((reader) =>
        Promise.all([
          reader.inspect(inspection),
          reader.check(path, sha256),
          reader.check(path, hash('sha256', 'another package')),
          reader.extract(path, sha256),
        ]),
      ),
    );
    assert.equal(here?.[0]?.kind, 'mismatch');
    assert.deepEqual(here, there);
  });
});
