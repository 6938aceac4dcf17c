import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { WalFlusher } from '../../../src/store/engines/wal-flusher.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

suite('wal-flusher', () => {
  test('after a failed flush nothing is acknowledged until the log began anew', async (t) => {
    const path = join(await temporaryFolder(t), 'registry.db');
    // A file that the system cannot flush.
    await symlink('/dev/null', `${path}-wal`);
    let isAway = true;
    let restarts = 0;
    const flusher = new WalFlusher(path, async () => {
      if (isAway) throw new Error('the disk is still away');
      restarts += 1;
    });
    t.after(() => flusher.close());
    await assert.rejects(flusher.flush(), { code: 'EINVAL' });
    await assert.rejects(flusher.flush(), /still away/);
    await assert.rejects(flusher.flush(), /still away/);
    isAway = false;
    await assert.rejects(flusher.flush(), { code: 'EINVAL' });
    assert.equal(restarts, 1);
  });

  test('nothing is acknowledged that was written to a log which somebody removed', async (t) => {
    const path = join(await temporaryFolder(t), 'registry.db');
    await writeFile(`${path}-wal`, '');
    const flusher = new WalFlusher(path, () => Promise.resolve());
    t.after(() => flusher.close());
    await flusher.flush();
    await rm(`${path}-wal`);
    await assert.rejects(flusher.flush(), { code: 'ENOENT' });
    await assert.rejects(flusher.flush(), { code: 'ENOENT' });
  });
});
