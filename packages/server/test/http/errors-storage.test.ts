import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { enqueueMail } from '../../src/mail/enqueue-mail.ts';
import { createServer } from '../../src/server.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { Client, type Reply } from '../support/client.ts';
import { Clock, hours, seconds } from '../support/clock.ts';
import { countChanges } from '../support/count-changes.ts';
import { makeData } from '../support/make-data.ts';
import { openMailServer } from '../support/open-mail-server.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suiteOnBoth } from '../support/variants.ts';

/** Says that it passes and when to come back, and nothing of what is behind it. */
const assertAway = (reply: Reply): void => {
  assertRefused(reply, 'unavailable');
  assert.equal(reply.headers.get('retry-after'), '5');
  assertSilent(reply);
};

const assertSilent = ({ text, json }: Reply): void => {
  assert.deepEqual(Object.keys(json), ['error', 'message', 'request_id']);
  assert.doesNotMatch(text, /select|insert|sqlite|kysely|node_modules|\.ts|\/tmp|stack|driver|ENOENT/i);
};

suiteOnBoth('errors of the storage', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const published = await publishActive(server, ada, 'my-node', '1.0.0');
  const { context } = server.server;

  test('503: a database that takes no writes answers reads, and recovers', async () => {
    const before = await countChanges(server);
    const description = 'x'.repeat(10_000);
    const write = () =>
      ada.owner.put('/publishers/ada/nodes/my-node', {
        translations: Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`de-x-${i}`, { description }])),
      });
    await refuseWrites(context.config.DATABASE_URL, context.store, true);
    await until(async () => (await server.anonymous.get('/nodes/my-node')).status === 200);
    assertAway(await write());
    assert.equal(await countChanges(server), before);
    await refuseWrites(context.config.DATABASE_URL, context.store, false);
    await until(async () => (await write()).status === 200);
  });

  test('503: without the folder of packages there are no up- and downloads, and nothing is half stored', async () => {
    const pending = await publishPending(ada, 'my-node', '2.0.0');
    const packages = join(context.config.DATA_DIR, 'packages');
    await rename(packages, `${packages}.away`);
    assertAway(await server.anonymous.upload(pending.signedUrl, pending.bytes));
    assertAway(await server.anonymous.get('/packages/ada/my-node/1.0.0.zip'));
    assertAway(await server.anonymous.get('/ready'));
    assert.equal((await server.anonymous.get('/health')).status, 200, 'alive all the same');
    await rename(`${packages}.away`, packages);
    assert.equal((await server.anonymous.get('/ready')).status, 200);
    const whole = await server.anonymous.get('/packages/ada/my-node/1.0.0.zip');
    assert.deepEqual([...whole.bytes], [...published.bytes]);
    assert.equal((await server.anonymous.upload(pending.signedUrl, pending.bytes)).status, 200);
    await server.settle();
  });

  test('503: the disk fails under a package that is being read, and under its removal', async () => {
    const pending = await publishPending(ada, 'my-node', '3.0.0');
    const { readers } = context;
    const read = readers.read.bind(readers);
    const staging = join(context.config.DATA_DIR, 'packages', '.staging');
    readers.read = async (request) => {
      await rename(staging, `${staging}-away`);
      await writeFile(staging, '');
      return read(request);
    };
    assertAway(await server.anonymous.upload(pending.signedUrl, pending.bytes));
    readers.read = read;
    await rm(staging);
    await rename(`${staging}-away`, staging);
    assert.equal((await server.anonymous.upload(pending.signedUrl, pending.bytes)).status, 200);
    await server.settle();
  });

  test('500: a fault of ours keeps its cause to itself', async () => {
    const { publicUrl } = context;
    context.publicUrl = () => {
      throw new Error('SELECT secret FROM /tmp/stack.ts');
    };
    const reply = await server.anonymous.get('/nodes?limit=3');
    context.publicUrl = publicUrl;
    assertRefused(reply, 'internal');
    assertSilent(reply);
    assert.equal((await server.anonymous.get('/nodes?limit=3')).status, 200);
  });
});

suiteOnBoth('errors while the storage is down', () => {
  test('503: every request that needs a closed database', async (t) => {
    const data = await makeData();
    const config = readConfig({ PORT: '0', ...data.environment });
    const server = await createServer(config, pino({ level: 'silent' }));
    t.after(async () => {
      await server.close();
      await data.remove();
    });
    const url = await server.listen();
    const client = new Client(url, 'a-session-perhaps');
    assert.equal((await client.get('/publishers')).status, 200);
    await server.context.store.close();
    const { documents } = server.context;
    assert.ok(documents);
    const lookUp = t.mock.method(documents, 'node');
    assertAway(await new Client(url).get('/nodes/my-node'));
    assert.equal(lookUp.mock.callCount(), 1, 'what does not answer is waited for once');
    assertAway(await client.get('/nodes/my-node'));
    assertAway(await client.get('/publishers'));
    assertAway(await client.get('/users'));
    assertAway(await client.put('/publishers/ada', { name: 'Ada' }));
    assertAway(
      await client.post('/bulk/nodes/versions', { node_versions: [{ node_id: 'a', version: '1.0.0' }] }),
    );
    assertAway(await client.get('/ready'));
    const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
    assertAway(await client.post('/auth/sign-in/email', person));
    assertAway(await client.post('/auth/sign-up/email', person));
    assert.equal((await client.get('/health')).status, 200, 'alive all the same');
  });

  test('an outage is a line at its beginning and one at its end, and a counter', async (t) => {
    const data = await makeData();
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    const environment = { PORT: '0', ...data.environment, TRUST_PROXY: 'yes', RATE_LIMITS: 'off' };
    const clock = new Clock();
    const server = await createServer(readConfig(environment), pino({ level: 'info' }, stream), clock.now);
    t.after(async () => {
      await server.close();
      await data.remove();
    });
    const client = new Client(await server.listen());
    const packages = join(server.context.config.DATA_DIR, 'packages');
    await rename(packages, `${packages}-away`);
    for (let count = 0; count < 20; count += 1) assertAway(await client.get('/ready'));
    const of = (text: string) => lines.filter(({ msg }) => String(msg).includes(text));
    assert.equal(of('cannot reach its storage').length, 1);
    await rename(`${packages}-away`, packages);
    await until(() => {
      clock.advance(seconds(10));
      return of('the storage answers').length > 0;
    });
    assert.deepEqual(
      of('the storage answers').map(({ failures }) => failures),
      [20],
    );
    assert.match((await client.get('/metrics')).text, /^patchbay_storage_failures_total\{[^}]*\} 20$/m);
    assert.equal(of('the server listens').length, 1);
  });

  test('an outage of writes alone is one, though reads are answered all the while', async (t) => {
    const data = await makeData();
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    const config = readConfig({ PORT: '0', ...data.environment, RATE_LIMITS: 'off' });
    const clock = new Clock();
    const server = await createServer(config, pino({ level: 'warn' }, stream), clock.now);
    t.after(async () => {
      await server.close();
      await data.remove();
    });
    const client = new Client(await server.listen());
    await refuseWrites(config.DATABASE_URL, server.context.store, true);
    let people = 0;
    const signUp = () => {
      const email = `${(people += 1)}@example.org`;
      return client.post('/auth/sign-up/email', { name: 'Ada', email, password: 'correct horse battery' });
    };
    for (let count = 0; count < 3; count += 1) {
      let reply = await signUp();
      // What is left of the pages of a database takes some.
      while (reply.status === 200) reply = await signUp();
      assertAway(reply);
      await until(async () => (await client.get('/ready')).status === 200);
    }
    await refuseWrites(config.DATABASE_URL, server.context.store, false);
    await until(() => {
      clock.advance(seconds(10));
      return lines.some(({ failures }) => failures !== undefined);
    });
    const told = lines
      .filter(({ level, failures }) => level === 50 || failures !== undefined)
      .map(({ level }) => level);
    assert.deepEqual(told, [50, 40], JSON.stringify(lines));
  });

  test('an outage of a called server is a line at its beginning and one at its end, and a counter', async (t) => {
    const data = await makeData();
    const mails = await openMailServer(t);
    let isAway = true;
    const source = createHttpServer((_, reply) =>
      reply.writeHead(isAway ? 503 : 200).end('{"changes":[],"next":"1","more":false}'),
    ).listen(0, '127.0.0.1');
    await once(source, 'listening');
    const nowhere = 'http://127.0.0.1:1';
    const environment = {
      PORT: '0',
      ...data.environment,
      EMAIL_VERIFICATION: 'off',
      MAIL_FROM: 'registry@example.org',
      MAIL_URL: mails.url,
      OIDC_CLIENT_ID: 'patchbay',
      OIDC_ISSUER: nowhere,
      OUTBOUND_PRIVATE: 'yes',
      PASSWORD_CHECK_URL: nowhere,
      RATE_LIMITS: 'off',
      SECRET_SCANNING_KEYS_URL: nowhere,
      TRUSTED_ISSUERS: nowhere,
      UPSTREAM: `http://127.0.0.1:${(source.address() as AddressInfo).port}`,
    };
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    const clock = new Clock();
    const server = await createServer(readConfig(environment), pino({ level: 'warn' }, stream), clock.now);
    t.after(async () => {
      await server.close();
      source.close();
      await data.remove();
    });
    const client = new Client(await server.listen());
    const token = ['{"alg":"RS256","kid":"a"}', JSON.stringify({ iss: nowhere }), 'x']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
    const signed = { 'github-public-key-identifier': 'a', 'github-public-key-signature': 'YQ==' };
    const attempt = async (round: number): Promise<void> => {
      await server.context.store.write({ actor: 'server' }, (tx) =>
        enqueueMail(tx, `round ${round}`, { to: 'ada@example.org', subject: 'Hello', paragraphs: [] }),
      );
      clock.advance(hours(2));
      await Promise.all([server.worker.settle(), server.courier.settle()]);
      for (const away of [
        await client.post('/auth/external/begin', { purpose: 'sign-in' }),
        await client.post('/trusted-publishing/token', { publisher_id: 'ada', node_id: 'a', token }),
        await client.post('/tokens/leaked', [{ token: 'x', type: 'y', url: '' }], signed),
      ]) {
        assertRefused(away, 'unavailable');
      }
      const person = { name: 'Ada', email: `${round}@example.org`, password: 'correct horse battery' };
      assert.equal((await client.post('/auth/sign-up/email', person)).status, 200);
    };
    mails.refusals.push(...Array.from({ length: 100 }, () => ({ status: 421, sentence: 'Closing' })));
    for (const round of [1, 2, 3]) await attempt(round);
    const told = () =>
      lines.map(
        ({ server, msg, err }) =>
          `${String(server)} ${String(msg).replace(/.*(?=are counted|be used)/, '')} ${err === undefined}`,
      );
    const begun = ['source', 'mail', 'provider', 'issuer', 'scanner', 'breached-passwords'];
    assert.deepEqual(told().sort(), begun.map((name) => `${name} are counted true`).sort());
    const { text } = await client.get('/metrics');
    for (const name of begun) {
      assert.match(
        text,
        new RegExp(`^patchbay_outbound_failures_total\\{server="${name}".*\\} (?:[3-9]|\\d\\d)$`, 'm'),
      );
    }
    assert.match(text, /^patchbay_storage_failures_total\{[^}]*\} 0$/m);
    isAway = false;
    mails.refusals.length = 0;
    clock.advance(hours(2));
    await Promise.all([server.worker.settle(), server.courier.settle()]);
    assert.deepEqual(told().slice(begun.length).sort(), [
      'mail be used again true',
      'source be used again true',
    ]);
  });

  test('the log names a request as a trusted proxy does, and by whom and how large it was', async (t) => {
    const lines: Record<string, unknown>[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    for (const [trusts, isTaken] of [
      ['yes', true],
      ['no', false],
    ] as const) {
      const data = await makeData();
      const environment = { PORT: '0', ...data.environment, TRUST_PROXY: trusts };
      const server = await createServer(readConfig(environment), pino({ level: 'debug' }, stream));
      t.after(async () => {
        await server.close();
        await data.remove();
      });
      const client = new Client(await server.listen());
      const id = `proxy-${trusts}-1`;
      const reply = await client.get('/nodes?limit=2', { 'x-request-id': id });
      assert.equal(reply.headers.get('x-request-id') === id, isTaken);
      const kept = await client.get('/nodes?limit=2', { 'x-request-id': `${id}-kept` });
      assert.equal(kept.headers.get('x-request-id') === `${id}-kept`, isTaken);
      const line = lines.find(({ request_id: one }) => one === reply.headers.get('x-request-id'));
      assert.deepEqual([line?.['caller'], line?.['bytes']], ['anonymous', reply.bytes.length]);
      const odd = await client.get('/nodes?limit=2', { 'x-request-id': 'a b' });
      assert.match(odd.headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/);
    }
  });
});
