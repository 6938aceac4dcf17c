import assert from 'node:assert/strict';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnSqlite } from '../support/variants.ts';

suiteOnSqlite('a data folder that is moved away under a server', () => {
  test('503 where its files are needed anew; none is made where it was, and all is as before once it is back', async (t) => {
    const server = await startServer(t);
    const { DATA_DIR } = server.server.context.config;
    const away = `${DATA_DIR}-away`;
    await rename(DATA_DIR, away);
    for (const remake of [() => Promise.resolve(), () => mkdir(DATA_DIR, { mode: 0o700 })]) {
      await remake();
      for (const path of ['/ready', '/catalogue', '/nodes?limit=7', '/publishers?limit=8']) {
        const reply = await server.anonymous.get(path);
        // A list may have been read before, or by a thread that has the database open.
        if (reply.status !== 200) assertRefused(reply, 'unavailable', path);
        assert.ok(reply.status === 503 || path.includes('?'), `${path} ${reply.status}`);
      }
    }
    assert.deepEqual(await readdir(DATA_DIR), []);
    await rm(DATA_DIR, { recursive: true });
    await rename(away, DATA_DIR);
    for (const path of ['/ready', '/catalogue', '/nodes?limit=7', '/publishers?limit=8']) {
      assert.equal((await server.anonymous.get(path)).status, 200, path);
    }
  });
});
