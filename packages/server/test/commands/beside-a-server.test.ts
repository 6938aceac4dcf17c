import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryData } from '../support/make-data.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suiteOnSqlite } from '../support/variants.ts';

suiteOnSqlite('a command on the data of a running server', () => {
  test('is refused if it counts as a server, and runs if it does not', async (t) => {
    const [data, other, folder] = [await temporaryData(t), await temporaryData(t), await temporaryFolder(t)];
    const environment = { ...data, ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' };
    const catalogue = join(folder, 'catalogue.jsonl');
    await writeFile(catalogue, '');
    const server = await startServerProcess(environment);
    t.after(() => server.end('SIGTERM'));
    const beside = [
      ['backup', join(folder, 'backups')],
      ['admin', 'list'],
      ['migrate'],
      ['doctor', '--fix'],
      ['extract-again'],
      ['mirror', '--to', join(folder, 'set')],
    ] as const;
    for (const [name, ...args] of beside) {
      const { code, stderr } = await runCommand(name, args, environment);
      assert.deepEqual([code, stderr], [0, ''], name);
    }
    assert.equal((await runCommand('migrate', [], { ...other })).code, 0);
    const move = {
      from: `sqlite:${other.DATA_DIR}/registry.db`,
      to: `sqlite:${data.DATA_DIR}/registry.db`,
      'from-packages': `file:${other.DATA_DIR}/packages`,
      'to-packages': `file:${data.DATA_DIR}/packages`,
    };
    const instead = [
      ['import', catalogue],
      ['restore', join(folder, 'backups')],
      ['mirror', '--from', join(folder, 'set'), '--to', join(folder, 'copy')],
      ['migrate-storage', ...Object.entries(move).flatMap(([name, value]) => [`--${name}`, value])],
    ] as const;
    const refused = instead.map(async ([name, ...args]) => {
      const { code, stderr } = await runCommand(name, args, environment);
      assert.equal(code, 1, name);
      assert.match(
        stderr,
        /^patchbay: (?:DATABASE_URL|--to): another server uses \S+\. End it first; .*\n$/,
        name,
      );
    });
    await Promise.all(refused);
  });
});
