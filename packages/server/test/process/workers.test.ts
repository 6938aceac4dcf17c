import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, type Reply } from '../support/client.ts';
import { parseMetrics } from '../support/read-metrics.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServerProcess } from '../support/server-process.ts';
import { password } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suiteOnBoth } from '../support/variants.ts';

/** A connection of its own each time, so that every process is asked in turn. */
const alone = { connection: 'close' };

suiteOnBoth('several processes behind one port', () => {
  test('a write through any of them is seen through all of them', async (t) => {
    const server = await startServerProcess({ ...(await temporaryData(t)), WORKERS: '2' });
    t.after(async () => assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null }));
    const anonymous = new Client(server.url);
    const signedUp = await anonymous.post('/auth/sign-up/email', {
      name: 'ada',
      email: 'ada@example.org',
      password,
    });
    const ada = new Client(server.url, signedUp.json.token);
    const send = (method: string, path: string, body: object): Promise<Reply> =>
      ada.send(method, path, body, alone);
    assert.equal((await send('POST', '/publishers', { id: 'ada', name: 'Ada' })).status, 201);
    assert.equal((await send('POST', '/publishers/ada/nodes', { id: 'Shared' })).status, 201);
    const names = async () =>
      Promise.all(
        Array.from({ length: 8 }, async () => (await anonymous.get('/nodes/shared', alone)).json.name),
      );
    for (const name of ['First', 'Second', 'Third']) {
      const edited = await send('PUT', '/publishers/ada/nodes/shared', { name });
      assert.equal(edited.status, 200, edited.text);
      await until(async () => (await names()).every((shown) => shown === name));
    }
  });

  test('one that is killed is replaced, while the others answer', async (t) => {
    const server = await startServerProcess({ ...(await temporaryData(t)), WORKERS: '2', LOG_LEVEL: 'info' });
    t.after(() => server.end('SIGTERM'));
    const anonymous = new Client(server.url);
    const signedUp = await anonymous.post('/auth/sign-up/email', {
      name: 'ada',
      email: 'ada@example.org',
      password,
    });
    const ada = new Client(server.url, signedUp.json.token);
    assert.equal((await ada.post('/publishers', { id: 'ada', name: 'Ada' })).status, 201);
    const listening = () =>
      [...server.output().stderr.matchAll(/"pid":(\d+),"msg":"a process of the server listens"/g)].map(
        ([, pid]) => Number(pid),
      );
    const [first] = listening();
    assert.ok(first);
    process.kill(first, 'SIGKILL');
    // A request that it was about to answer is lost with it.
    const isThere = async () =>
      (await anonymous.get('/publishers/ada', alone).catch(() => undefined))?.status === 200;
    await until(async () => (await isThere()) && listening().length === 3);
  });

  test('all of them that are killed at once are replaced behind the same port, also one that was free', async (t) => {
    const data = { ...(await temporaryData(t)), WORKERS: '2', PORT: '0', LOG_LEVEL: 'info' };
    const server = await startServerProcess(data);
    t.after(async () => assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null }));
    const anonymous = new Client(server.url);
    const listening = () =>
      [...server.output().stderr.matchAll(/"pid":(\d+),"msg":"a process of the server listens"/g)].map(
        ([, pid]) => Number(pid),
      );
    await until(() => listening().length === 2);
    for (let rounds = 1; rounds <= 2; rounds += 1) {
      for (const pid of listening().slice(-2)) process.kill(pid, 'SIGKILL');
      await until(() => listening().length === 2 + 2 * rounds);
      assert.equal((await anonymous.get('/health', alone)).status, 200);
    }
  });

  test('the metrics cover all processes, whichever responds, and never decrease', async (t) => {
    const server = await startServerProcess({ ...(await temporaryData(t)), WORKERS: '2', LOG_LEVEL: 'info' });
    t.after(() => server.end('SIGTERM'));
    const anonymous = new Client(server.url);
    const read = async () => parseMetrics((await anonymous.get('/metrics', alone)).text);
    const requests = 'patchbay_http_requests_total{endpoint="getHealth",method="GET",status="2xx",process=';
    const counted = async () => {
      const samples = await read();
      return ['1', '2'].map((name) => samples.get(`${requests}"${name}"}`) ?? 0);
    };
    let last = [0, 0];
    let sent = 0;
    // Until both were given some, and all of them are told.
    await until(async () => {
      if (last.includes(0)) {
        sent += 1;
        assert.equal((await anonymous.get('/health', alone)).status, 200);
      }
      const now = await counted();
      now.forEach((count, index) =>
        assert.ok(count >= (last[index] ?? 0), `${last.join()} to ${now.join()}`),
      );
      last = now;
      return !now.includes(0) && now.reduce((sum, count) => sum + count) === sent;
    });
    const samples = await read();
    for (const name of ['1', '2']) assert.ok(samples.has(`process_start_time_seconds{process="${name}"}`));
    assert.equal(samples.get('patchbay_database_up'), 1);

    const [, pid] = /"pid":(\d+),"msg":"a process of the server listens"/.exec(server.output().stderr) ?? [];
    const startedAt = samples.get('process_start_time_seconds{process="1"}') ?? 0;
    process.kill(Number(pid), 'SIGKILL');
    await until(async () => {
      const found = await read().catch(() => new Map<string, number>());
      const names = [...found.keys()].filter((name) => name.startsWith('process_start_time_seconds'));
      return names.length === 2 && (found.get('process_start_time_seconds{process="1"}') ?? 0) > startedAt;
    });
    const [, ofOther] = await counted();
    assert.ok((ofOther ?? 0) >= (last[1] ?? 0), 'the one that went on kept its counts');
  });

  test('what keeps the first from starting is said once, and ends the server', async (t) => {
    const data = await temporaryData(t);
    const holder = await startServerProcess(data);
    t.after(() => holder.end('SIGTERM'));
    const { port } = new URL(holder.url);
    await assert.rejects(
      startServerProcess({ ...(await temporaryData(t)), WORKERS: '2', PORT: port }),
      /the server ended with 1: patchbay: PORT \d+ is in use; set another one\.\s*$/,
    );
  });
});
