import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { suite, test } from 'node:test';
import { bundle } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

suite('a server that does not listen yet', () => {
  for (const [WORKERS, signal] of [
    ['1', 'SIGTERM'],
    ['1', 'SIGINT'],
    ['2', 'SIGTERM'],
  ] as const) {
    test(`ends with 0 on ${signal}, with ${WORKERS} processes`, async (t) => {
      // A database that takes connections and says nothing.
      const database = createServer();
      t.after(() => database.close());
      database.listen(0, '127.0.0.1');
      await once(database, 'listening');
      const { port } = database.address() as AddressInfo;
      const { PATH } = process.env;
      const child = spawn(process.execPath, [bundle, 'serve'], {
        env: {
          PATH,
          PORT: '0',
          LOG_LEVEL: 'warn',
          WORKERS,
          DATA_DIR: await temporaryFolder(t),
          DATABASE_URL: `postgres://127.0.0.1:${port}/registry`,
        },
        stdio: 'ignore',
      });
      t.after(() => void child.kill('SIGKILL'));
      const [socket] = (await once(database, 'connection')) as [Socket];
      // Whichever process has it.
      const closed = once(socket.resume(), 'close');
      child.kill(signal);
      assert.deepEqual(await once(child, 'exit'), [0, null]);
      await closed;
    });
  }
});
