import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findSandbox } from '../../src/packages/sandbox.ts';
import { Client } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServerProcess } from '../support/server-process.ts';

const main = fileURLToPath(new URL('../../dist/patchbay-server.js', import.meta.url));
const canIsolate = (await findSandbox()).missing === undefined;
/** Runs a program where the system makes no namespaces, as in many containers. */
const withoutNamespaces = canIsolate
  ? 'unshare --user --map-root-user sh -c'
      .split(' ')
      .concat('echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"', 'sh')
  : [];

suite('READERS=isolated', () => {
  test(
    'the server starts where the system isolates readers, and says that they are',
    { skip: !canIsolate },
    async (t) => {
      const server = await startServerProcess({ ...(await temporaryData(t)), READERS: 'isolated' });
      const client = new Client(server.url);
      assert.equal((await client.get('/ready')).json.readers, 'isolated');
      assert.match((await client.get('/metrics')).text, /^patchbay_readers_isolated\{[^}]*\} 1$/m);
      assert.equal((await server.end('SIGTERM')).code, 0);
    },
  );

  test('it refuses to start where the system does not, and says why', async (t) => {
    const [program, ...args] = [...withoutNamespaces, process.execPath, main, 'serve'];
    const { status, stdout, stderr } = spawnSync(program, args, {
      env: { PATH: process.env['PATH'], PORT: '0', ...(await temporaryData(t)), READERS: 'isolated' },
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(
      stderr,
      /^patchbay: READERS is isolated, but this system cannot isolate reader processes \(.*\)\. Let it make namespaces .*\n$/m,
    );
  });
});
