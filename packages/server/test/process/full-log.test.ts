import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { bundle, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

/** An open file, every write to which fails as on a full disk. */
const openFull = (t: TestContext): number => {
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  return full;
};

suite('a disk that is full under the log', () => {
  test('neither ends a server nor keeps it from ending', async (t) => {
    const data = { ...(await temporaryData(t)), LOG_LEVEL: 'debug' };
    const server = await startServerProcess(data, undefined, openFull(t));
    const client = new Client(server.url);
    for (let reads = 0; reads < 5; reads += 1) assert.equal((await client.get('/nodes/none')).status, 404);
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });

  test('ends no server, of one process or of several, that cannot print its address either', async (t) => {
    for (const WORKERS of ['1', '2']) {
      const env = { PATH: process.env['PATH'], ...(await temporaryData(t)), WORKERS, PORT: '0' };
      const child = spawn(process.execPath, [bundle, 'serve'], {
        env,
        stdio: ['ignore', openFull(t), 'pipe'],
      });
      t.after(() => child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      let log = '';
      child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
      await until(() => log.includes('"standard output cannot be written"'));
      const [, address = ''] = /"address":"([^"]+)"/.exec(log) ?? [];
      assert.equal((await new Client(address).get('/health')).status, 200);
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    }
  });

  test('keeps no command from its end that warns of something', async (t) => {
    const { DATA_DIR } = await temporaryData(t);
    const env = { PATH: process.env['PATH'], DATA_DIR, APP_NODE_UPDATES: 'open' };
    for (const args of [['mirror', '--to', join(DATA_DIR, 'set')], ['extract-again']]) {
      const script = 'exec "$0" "$@" 2>/dev/full';
      const { stdout } = await promisify(execFile)('sh', ['-c', script, process.execPath, bundle, ...args], {
        env,
        timeout: 60_000,
      });
      assert.match(stdout, /^(?:Wrote|Read) 0 /);
    }
  });
});
