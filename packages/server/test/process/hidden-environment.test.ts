import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { Client } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServerProcess } from '../support/server-process.ts';

const secrets = {
  SECRET: 'a secret that signs upload addresses',
  METRICS_TOKEN: 'a-token-of-32-characters-or-more-1234',
  AWS_SECRET_ACCESS_KEY: 'a key that a library reads',
  NODE_AUTH_TOKEN: 'a token of a package registry',
};

const environmentOf = (pid: number | undefined): string => readFileSync(`/proc/${pid}/environ`, 'utf8');

const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const handedOver = (pid: number | undefined): string[] =>
  readdirSync('/dev/shm').filter((name) => name.startsWith(`patchbay-${pid}-`));

suite('the environment of a server', () => {
  for (const workers of ['1', '2']) {
    test(`holds no setting that another process could read, with ${workers} server processes`, async (t) => {
      const server = await startServerProcess({
        ...(await temporaryData(t)),
        ...secrets,
        WORKERS: workers,
        NODE_OPTIONS: '--max-old-space-size=300',
      });
      t.after(() => server.end('SIGKILL'));
      const { pid } = server.process;
      const environments = [pid, ...childrenOf(pid)].map(environmentOf);
      assert.ok(environments.length >= Number(workers));
      for (const environment of environments) {
        for (const [name, secret] of Object.entries(secrets)) {
          assert.ok(!environment.includes(name) && !environment.includes(secret), environment);
        }
        assert.match(environment, /NODE_OPTIONS=--max-old-space-size=300|^PATH=/);
      }
      assert.deepEqual(handedOver(pid), []);
      const scrape = (headers: Record<string, string>) => new Client(server.url).get('/metrics', headers);
      assert.equal((await scrape({})).status, 401);
      assert.equal((await scrape({ authorization: `Bearer ${secrets.METRICS_TOKEN}` })).status, 200);
      assert.deepEqual(server.output().stderr, '');
    });
  }

  test('that was ended before it took its settings over is removed by the next one', async (t) => {
    const [ended, running] = [2 ** 22, process.pid].map(
      (pid) => `/dev/shm/patchbay-${pid}-${randomUUID()}`,
    ) as [string, string];
    for (const path of [ended, running]) {
      writeFileSync(path, '{}', { mode: 0o600 });
      t.after(() => rmSync(path, { force: true }));
      utimesSync(path, 0, 0);
    }
    const server = await startServerProcess(await temporaryData(t));
    assert.equal((await server.end('SIGTERM')).code, 0);
    assert.deepEqual([ended, running].map(existsSync), [false, true]);
  });
});
