import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { parseMetrics } from '../support/read-metrics.ts';
import { sendMany } from '../support/send-many.ts';
import { startServerProcess } from '../support/server-process.ts';
import { password } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

/** A connection of its own each time, so that every process is asked in turn. */
const alone = { connection: 'close' };

/** The addresses of two processes: of one server on SQLite, of a server each on PostgreSQL. */
const startTwo = async (t: TestContext): Promise<string[]> => {
  const data = {
    ...(await temporaryData(t)),
    RATE_LIMITS: 'on',
    SECRET: 'a secret of all servers of a test',
  };
  const environments =
    currentVariant().engine === 'sqlite'
      ? [{ ...data, WORKERS: '2' }]
      : [data, { ...data, DATA_DIR: await temporaryFolder(t) }];
  const urls: string[] = [];
  for (const environment of environments) {
    const server = await startServerProcess(environment);
    t.after(() => server.end('SIGTERM'));
    urls.push(server.url);
  }
  return urls;
};

/** How many requests each process has answered. */
const readAnswered = async (url: string): Promise<number[]> => {
  const samples = parseMetrics((await new Client(url).get('/metrics', alone)).text);
  const names = /^patchbay_http_requests_total\{endpoint="createPublisher",.*status="4xx",process="\d"\}$/;
  return [...samples].filter(([name]) => names.test(name)).map(([, count]) => count);
};

suiteOnBoth('the rates of several processes', () => {
  test('are one', async (t) => {
    const urls = await startTwo(t);
    const person = { name: 'ada', email: 'ada@example.org', password };
    const signedUp = await new Client(urls[0] ?? '').post('/auth/sign-up/email', person);
    assert.equal(signedUp.status, 200, signedUp.text);
    const clients = urls.map((url) => new Client(url, signedUp.json.token));
    let sent = 0;
    let made = 0;
    await until(async () => {
      const statuses = await sendMany(20, (index) => {
        sent += 1;
        const client = clients[index % clients.length];
        assert.ok(client);
        return client.post('/publishers', { id: `ada-${sent}`, name: 'Ada' }, alone);
      });
      made += statuses.get(201) ?? 0;
      assert.equal((statuses.get(201) ?? 0) + (statuses.get(429) ?? 0), 20, JSON.stringify([...statuses]));
      const answered = (await Promise.all(urls.map(readAnswered))).flat();
      return answered.length === 2 && answered.every((count) => count > 5);
    });
    assert.equal(made, 5);
  });
});
