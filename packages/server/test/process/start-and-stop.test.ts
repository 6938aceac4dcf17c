import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config.ts';
import { steps } from '../../src/store/migrations/index.ts';
import { Client } from '../support/client.ts';
import { hours } from '../support/clock.ts';
import { temporaryData } from '../support/make-data.ts';
import { type ServerProcess, sources, startServerProcess } from '../support/server-process.ts';
import { tamper } from '../support/tamper.ts';
import { until } from '../support/until.ts';
import { currentVariant, suite, suiteOnBoth } from '../support/variants.ts';

/** What a server that cannot start says: one line, after which it ends with 1. */
const refusalOf = (environment: Record<string, string>): Promise<string> =>
  startServerProcess(environment).then(
    async (server) => {
      await server.end('SIGKILL');
      throw new Error('the server started');
    },
    (error: Error) => error.message,
  );

suite('starting and stopping', () => {
  test('it prints its address and its data folder in one line, removes what a killed one left, and SIGTERM ends it with 0; its secret, made with mode 0600, outlasts it', async (t) => {
    const data = await temporaryData(t);
    const readers = join(data.DATA_DIR, 'readers');
    const left = join(readers, 'left');
    mkdirSync(readers);
    writeFileSync(left, '');
    const before = new Date(Date.now() - hours(2));
    utimesSync(left, before, before);
    const server = await startServerProcess(data);
    const line = `Patchbay listens on ${server.url}, its data lies in ${data.DATA_DIR}\n`;
    assert.equal(server.output().stdout, line);
    assert.equal((await new Client(server.url).get('/health')).status, 200);
    assert.equal(existsSync(left), false);
    assert.equal(statSync(readers).mode & 0o777, 0o700);
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
    const secret = () => readFileSync(join(data.DATA_DIR, 'secret'), 'utf8');
    const made = secret();
    assert.ok(made.length >= 32);
    assert.equal(statSync(join(data.DATA_DIR, 'secret')).mode & 0o777, 0o600);
    await (await startServerProcess(data)).end('SIGTERM');
    assert.equal(secret(), made);
  });

  test('SIGTERM ends a mirror with 0 whose source does not answer, which is no failure of the source', async (t) => {
    const source = createServer();
    t.after(() => {
      source.closeAllConnections();
      source.close();
    });
    source.listen(0, '127.0.0.1');
    await once(source, 'listening');
    const { port } = source.address() as AddressInfo;
    const data = { ...(await temporaryData(t)), MIRROR_FROM: `http://127.0.0.1:${port}` };
    const asked = once(source, 'request');
    const server = await startServerProcess(data);
    await asked;
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
    assert.equal(server.output().stderr, '');
  });

  test('a start may take as long as it takes: no timer of the framework ends it', async (t) => {
    const isOfFramework = '/^.*\\n.*\\n.*avvio/.test(new Error().stack)';
    const early = `const real = setTimeout; globalThis.setTimeout = (run, ms, ...rest) => real(run, ${isOfFramework} ? 1 : ms, ...rest)`;
    const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(early)}"`;
    const server = await startServerProcess({ ...(await temporaryData(t)), NODE_OPTIONS }, sources);
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });

  test('SIGTERM lets a request that is under way finish', async (t) => {
    const server = await startServerProcess(await temporaryData(t));
    const { hostname, port } = new URL(server.url);
    const body = JSON.stringify({ node_versions: [] });
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    const closed = once(socket, 'close');
    socket.write(
      `POST /bulk/nodes/versions HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    // The server reads the body.
    await until(() => answer.startsWith('HTTP/1.1 100 '));
    socket.write(body.slice(0, 5));
    const ended = server.end('SIGTERM');
    const isListening = async (): Promise<boolean> => {
      const probe = connect(Number(port), hostname);
      const isConnected = await once(probe, 'connect').then(
        () => true,
        () => false,
      );
      probe.destroy();
      return isConnected;
    };
    await until(async () => !(await isListening()));
    socket.write(body.slice(5));
    assert.equal((await ended).code, 0);
    await closed;
    assert.match(answer, /^HTTP\/1\.1 200 /m);
    assert.match(answer, /\{"node_versions":\[\]\}/);
  });

  test('a port in use, a folder that cannot be written, a database that is away, newer, or of another time: one clear line each', async (t) => {
    const running = await startServerProcess(await temporaryData(t));
    t.after(() => running.end('SIGKILL'));
    const { port } = new URL(running.url);
    assert.equal(
      await refusalOf({ ...(await temporaryData(t)), PORT: port }),
      `the server ended with 1: patchbay: PORT ${port} is in use; set another one.\n`,
    );
    assert.equal(
      await refusalOf({ DATA_DIR: '/dev/null/data' }),
      'the server ended with 1: patchbay: DATA_DIR must be a folder that can be written, which /dev/null/data is not.\n',
    );
    assert.match(
      await refusalOf({ ...(await temporaryData(t)), DATABASE_URL: 'postgres://127.0.0.1:1/registry' }),
      /^the server ended with 1: patchbay: DATABASE_URL cannot be reached: connect ECONNREFUSED .*\.\n$/,
    );
    const newer = await temporaryData(t);
    await (await startServerProcess(newer)).end('SIGTERM');
    await tamper(
      readConfig(newer).DATABASE_URL,
      sql`insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')`,
    );
    assert.equal(
      await refusalOf(newer),
      'the server ended with 1: patchbay: the database is newer than this program: it holds 9999-from-the-future\n',
    );
    if (currentVariant().engine === 'sqlite') return;
    const late = 'const { now } = Date; Date.now = () => now() + 8_000;';
    assert.match(
      await refusalOf({
        ...(await temporaryData(t)),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(late)}`,
      }),
      /^the server ended with 1: patchbay: The clocks of this machine and of the database at DATABASE_URL differ by (7|8|9) s, more than 4\. .*\.\n$/,
    );
  });

  test('each start says what it did about ADMIN_EMAIL, and none makes a moderator of an account that is there', async (t) => {
    const email = 'ada@example.org';
    const moderator = { ADMIN_EMAIL: 'Ada@Example.org', ADMIN_PASSWORD: 'the operator’s password' };
    const isModerator = async (url: string, password: string): Promise<unknown> => {
      const session = await new Client(url).post('/auth/sign-in/email', { email, password });
      return (await new Client(url, session.json.token).get('/users')).json.isAdmin;
    };
    const linesOf = (server: ServerProcess) =>
      server
        .output()
        .stderr.trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { level: number; msg: string; user?: string })
        .filter(({ msg }) => msg.includes('ADMIN_EMAIL'))
        .map(({ level, msg }) => `${level} ${msg}`);
    const start = (environment: Record<string, string>) =>
      startServerProcess({ LOG_LEVEL: 'info', ...environment });

    const fresh = await temporaryData(t);
    for (const sentence of [/^30 .* was created$/, /^30 the registry has a moderator, .* changed nothing$/]) {
      const server = await start({ ...fresh, ...moderator });
      assert.equal(await isModerator(server.url, moderator.ADMIN_PASSWORD), true);
      await server.end('SIGTERM');
      const [line = '', ...others] = linesOf(server);
      assert.match(line, sentence);
      assert.deepEqual(others, []);
      assert.equal(server.output().stderr.match(/MAIL_URL is not set/g)?.length, 1);
    }

    const taken = await temporaryData(t);
    const before = await start(taken);
    const password = 'the password of a stranger';
    const { user } = (
      await new Client(before.url).post('/auth/sign-up/email', { name: 'Eve', email, password })
    ).json;
    await before.end('SIGTERM');
    const server = await start({ ...taken, ...moderator });
    assert.equal(await isModerator(server.url, password), false);
    await server.end('SIGTERM');
    const [line = ''] = linesOf(server);
    assert.match(line, /^50 the registry has no moderator, .*promote --user <id>/);
    assert.ok(server.output().stderr.includes(user.id));
    assert.equal(server.output().stderr.includes(email), false, 'the log names nobody by address');
  });

  test('a setting that cannot be used is named, all of them at once', async (t) => {
    const message = await refusalOf({
      ...(await temporaryData(t)),
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/registry',
      DATABASE_REPLICA_URL: 'sqlite:replica.db',
      DATABASE_CONNECTIONS: '0',
      SECRET: 'short',
      SIGN_UP: 'maybe',
      PUBLIC_URL: 'registry.example.org',
      ADMIN_EMAIL: 'ada@example.org',
      PACKAGE_BYTES_MAX: '-1',
      LOG_LEVEL: 'loud',
    });
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'DATABASE_REPLICA_URL',
      'DATABASE_CONNECTIONS',
      'SECRET',
      'SIGN_UP',
      'PUBLIC_URL',
      'ADMIN_PASSWORD',
      'PACKAGE_BYTES_MAX',
      'LOG_LEVEL',
    ]) {
      assert.match(message, new RegExp(`\\b${name} must|\\b${name} must be given`), name);
    }
    assert.equal(message.trim().split('\n').length, 1, message);
  });

  test('a folder or an address that there is not is one line that names its setting', async (t) => {
    const other = join((await temporaryData(t)).DATA_DIR, 'other');
    const mode = 0o644;
    writeFileSync(other, 'x'.repeat(1_000), { mode });
    for (const [name, value, form] of [
      ['PACKAGES_URL', 'file:/proc/nowhere', /PACKAGES_URL must be a folder that can be written/],
      ['DATA_DIR', '/proc/nowhere', /DATA_DIR must be a folder that can be written/],
      ['DATABASE_URL', 'sqlite:/proc/nowhere/registry.db', /DATABASE_URL cannot be opened: ENOENT/],
      ['DATABASE_URL', `sqlite:${other}`, /DATABASE_URL cannot be opened: file is not a data/],
      [
        'DATABASE_URL',
        'postgres://127.0.0.1:1/x?sslrootcert=/nowhere',
        /DATABASE_URL cannot be opened: ENOENT/,
      ],
      ['HOST', 'nowhere.invalid', /HOST nowhere\.invalid is not an address of this machine/],
    ] as const) {
      const message = await refusalOf({ ...(await temporaryData(t)), [name]: value });
      assert.match(message, form);
      assert.equal(message.trim().split('\n').length, 1, message);
      assert.equal(statSync(other).mode & 0o777, mode, 'a file that is no database stays as it is');
      assert.ok(!existsSync(`${other}.lock`));
    }
  });

  test('a database that lets nothing be written is one line', async (t) => {
    if (currentVariant().engine !== 'postgres') return;
    const data = await temporaryData(t);
    await (await startServerProcess(data)).end('SIGTERM');
    const url = new URL(String(data['DATABASE_URL']));
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    assert.match(
      await refusalOf({ ...data, DATABASE_URL: url.href }),
      /^the server ended with 1: patchbay: The database at DATABASE_URL cannot be written: cannot execute UPDATE in a read-only transaction\. .*\n$/,
    );
  });

  test('a server listens on an address of IPv6, and takes a secret from a file', async (t) => {
    const data = await temporaryData(t);
    const file = join(data.DATA_DIR, 'given');
    writeFileSync(file, `${'s'.repeat(40)}\n`);
    const server = await startServerProcess({ ...data, HOST: '::1', METRICS_TOKEN_FILE: file });
    t.after(() => server.end('SIGTERM'));
    assert.match(server.url, /^http:\/\/\[::1\]:\d+$/);
    assert.equal((await new Client(server.url).get('/metrics')).status, 401);
    assert.equal((await new Client(server.url, 's'.repeat(40)).get('/metrics')).status, 200);
  });

  test('the log names requests by their ids and never holds a token, a password or a body', async (t) => {
    const server = await startServerProcess({
      ...(await temporaryData(t, { isEmpty: true })),
      LOG_LEVEL: 'trace',
      RATE_LIMITS: 'on',
    });
    const password = 'correct horse battery';
    const client = new Client(server.url);
    const account = await client.post('/auth/sign-up/email', {
      name: 'Ada',
      email: 'ada@example.org',
      password,
    });
    const ada = new Client(server.url, account.json.token);
    await ada.post('/publishers', { id: 'ada', description: 'the body of a request' });
    const { token } = (await ada.post('/publishers/ada/tokens', { name: 'ci' })).json;
    const published = await ada.post('/publishers/ada/nodes/node/versions', {
      personal_access_token: token,
      node: {},
      node_version: { version: '1.0.0' },
    });
    await client.upload(published.json.signedUrl, new Uint8Array([1, 2, 3]));
    for (const id of ['b', 'c', 'd', 'e', 'f']) await ada.post('/publishers', { id: `${id}-ada` });
    await client.post('/no-such-path', {});
    await client.send('PROPFIND', '/nodes/node');
    const bulk = await client.post('/bulk/nodes/versions', { node_versions: [] });
    await server.end('SIGTERM');
    const { stderr } = server.output();
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      lines.filter(({ msg }) => msg === 'the database was migrated').map(({ step }) => step),
      Object.keys(steps),
    );
    for (const msg of ['the server listens', 'the server ends', 'the server has ended']) {
      const found = lines.filter((one) => one['msg'] === msg);
      assert.deepEqual(
        found.map(({ instance, process: name }) => [instance, name]),
        [[hostname(), '1']],
        msg,
      );
    }
    const line = lines.find(({ request_id }) => request_id === published.headers.get('x-request-id'));
    assert.deepEqual(
      [line?.['method'], line?.['status'], line?.['params'], typeof line?.['duration_ms']],
      ['POST', 201, { publisherId: 'ada', nodeId: 'node' }, 'number'],
    );
    const ofBulk = lines.find(({ request_id }) => request_id === bulk.headers.get('x-request-id'));
    assert.equal(ofBulk?.['msg'], 'read', 'a bulk only reads');
    const ofInfo = lines.filter(({ level }) => Number(level) >= 30).map(({ status }) => status);
    assert.deepEqual(
      [404, 405, 429].filter((status) => ofInfo.includes(status)),
      [],
      'what nothing bounds does not fill the log',
    );
    assert.ok([404, 405, 429].every((status) => lines.some((one) => one['status'] === status)));
    const signature = new URL(published.json.signedUrl).searchParams.get('signature') ?? '';
    for (const secret of [password, account.json.token, token, signature, 'the body of a request']) {
      assert.ok(secret.length > 10 && !stderr.includes(secret), `the log holds ${secret}`);
    }
  });
});

suiteOnBoth('a second server on one database', () => {
  test('is refused on SQLite while the first runs, and starts on PostgreSQL', async (t) => {
    const data = await temporaryData(t);
    if (currentVariant().engine === 'postgres') {
      const [one, other] = [await startServerProcess(data), await startServerProcess(data)];
      for (const server of [one, other]) assert.equal((await server.end('SIGTERM')).code, 0);
      return;
    }
    const server = await startServerProcess(data);
    assert.match(await refusalOf(data), /another server uses .*\. End it first; WORKERS sets/);
    await server.end('SIGKILL');
    const next = await startServerProcess(data);
    assert.equal((await next.end('SIGTERM')).code, 0);
  });
});
