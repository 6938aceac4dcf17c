import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommandHere } from '../support/run-command-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suiteOnSqlite } from '../support/variants.ts';

suiteOnSqlite('a command that needs a registry', () => {
  test('says in one line that there is none, and creates nothing', async (t) => {
    const folder = await temporaryFolder(t);
    const [DATA_DIR, file] = [join(folder, 'nosuch'), join(folder, 'typo.db')];
    const commands = [
      [['doctor', '--json'], 2],
      [['backup', join(folder, 'backups')], 1],
      [['extract-again'], 1],
      [['admin', 'list'], 1],
    ] as const;
    for (const [argv, code] of commands) {
      assert.deepEqual(await runCommandHere(argv, { DATA_DIR }), {
        code,
        stdout: '',
        stderr: `patchbay: There is no registry in ${DATA_DIR}. Check DATA_DIR.\n`,
      });
      const { stderr } = await runCommandHere(argv, { DATA_DIR, DATABASE_URL: `sqlite:${file}` });
      assert.equal(stderr, `patchbay: There is no database at ${file}. Check DATABASE_URL.\n`);
    }
    assert.deepEqual(await readdir(folder), []);
  });

  test('is not needed to create its first moderator', async (t) => {
    const DATA_DIR = join(await temporaryFolder(t), 'new');
    const argv = ['admin', 'create', '--email', 'ada@example.org'];
    const created = await runCommandHere(argv, { DATA_DIR, ADMIN_PASSWORD: 'correct horse battery staple' });
    assert.equal(created.code, 0, created.stderr);
    assert.match((await runCommandHere(['admin', 'list'], { DATA_DIR })).stdout, /ada@example\.org/);
  });
});
