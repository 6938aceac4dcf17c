import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, beforeEach, suite, test } from 'node:test';
import { breakOff, neverEnd, refuse, staySilent } from '../../../client/test/start-front.ts';
import { makePublisher, publishFiles } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { entries, hostile, known } from '../support/osv-entries.ts';
import { openCli } from '../support/open-cli.ts';
import { type Query, startOsv } from '../support/start-osv.ts';

suite('patchbay audit', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const publish = (id: string, dependencies: readonly string[], files: Record<string, string> = {}) =>
    publishFiles(server, ada, id, '1.0.0', {
      '__init__.py': '',
      'pyproject.toml': `[project]\nname = "${id}"\nversion = "1.0.0"\ndependencies = ${JSON.stringify(dependencies)}\n`,
      ...files,
    });
  await publish('tools', ['Pillow==10.0.0', 'numpy>=1.24', 'own @ https://example.org/own.whl'], {
    'requirements.txt':
      'broken==latest\nScored.One==1.0.0+cu118 # local\nPillow==10.0.0\n-r more.txt\n--index-url https://example.org\n',
  });
  await publish('more', ['pillow == 10.0.0; python_version > "3"', 'torch']);
  await publish('malign', ['evil==0.1']);
  await publish('screen', ['shown===2.0']);
  await publish('clean', ['safe==1.0']);
  await publish('plain', []);

  let answer = ({ package: { name } }: Query): unknown =>
    known[name] === undefined
      ? {}
      : { vulns: known[name].map((id) => ({ id, modified: '2024-01-01T00:00:00Z' })) };
  const usual = answer;
  const osv = await startOsv({ after }, { query: (query) => answer(query), entries });
  const options = { env: { PATCHBAY_OSV_URL: osv.url } };
  const open = async (t: Parameters<typeof openCli>[0], ...nodes: string[]) => {
    const cli = await openCli(t, server);
    await cli.json(['install', ...nodes]);
    return cli;
  };
  beforeEach(() => {
    answer = usual;
    osv.batches.length = 0;
    osv.paths.length = 0;
    osv.faults.length = 0;
  });

  test('0: nothing is known, and what was not asked about is said', async (t) => {
    const cli = await open(t, 'clean', 'plain');
    const { code, result } = await cli.json(['audit'], options);
    assert.deepEqual([code, result.ok], [0, true]);
    assert.deepEqual(result.data, {
      folder: cli.cwd,
      database: osv.url,
      packages_asked: 1,
      nodes_asked: 2,
      vulnerabilities: [],
      nodes: [],
      not_asked: [],
    });
    assert.deepEqual(osv.batches, [[{ package: { ecosystem: 'PyPI', name: 'safe' }, version: '1.0' }]]);
    const { stdout } = await cli.inTerminal(['audit', '--osv', `${osv.url}/`]);
    assert.equal(
      stdout,
      `Asked the registry about 2 nodes, and ${new URL(osv.url).host} about 1 package: nothing is known against them.\n`,
    );
    const none = await open(t, 'plain');
    osv.paths.length = 0;
    assert.equal((await none.json(['audit'], options)).code, 0);
    assert.deepEqual(osv.paths, [], 'a database is not called for nothing');
  });

  test('--environment: the versions that the Python of the host has', async (t) => {
    const cli = await open(t, 'tools', 'more');
    const site = join(cli.home, 'site');
    for (const [name, version] of [
      ['Scored_One', '3.0'],
      ['torch', '2.1.0'],
    ] as const) {
      await mkdir(join(site, `${name}-${version}.dist-info`), { recursive: true });
      await writeFile(
        join(site, `${name}-${version}.dist-info`, 'METADATA'),
        `Name: ${name}\nVersion: ${version}\n`,
      );
    }
    // Python itself would take it for its own module.
    await writeFile(join(cli.cwd, 'json.py'), 'raise SystemExit(1)\n');
    const ask = (env: object) =>
      cli.json(['audit', '--environment'], { env: { ...options.env, PYTHONPATH: site, ...env } });
    const { data } = (await ask({})).result;
    const asked = osv.batches.flat().map(({ package: { name }, version }) => `${name} ${version}`);
    for (const one of ['pillow 10.0.0', 'scored-one 3.0', 'torch 2.1.0']) assert.ok(asked.includes(one), one);
    assert.ok(!JSON.stringify(data.not_asked).includes('torch'));
    const failed = await ask({ PYTHON: join(site, 'none') });
    assert.deepEqual([failed.code, failed.result.error.code], [1, 'environment_unread']);
  });

  test('1: vulnerabilities, each once, the worst first, with what fixes it', async (t) => {
    const cli = await open(t, 'tools', 'more', 'malign');
    const { code, result } = await cli.json(['audit'], options);
    assert.deepEqual([code, result.ok], [1, false]);
    assert.deepEqual(result.data.vulnerabilities, [
      {
        id: 'MAL-2024-3',
        aliases: [],
        summary: 'Steals tokens',
        severity: 'malicious',
        package: 'evil',
        version: '0.1',
        nodes: ['malign'],
        fixed: [],
        url: `${osv.url}/v1/vulns/MAL-2024-3`,
      },
      {
        id: 'GHSA-56pw-mpj4-fxww',
        aliases: ['CVE-2023-50447', 'PYSEC-2023-1'],
        summary: 'Arbitrary code in a font',
        severity: 'critical',
        package: 'pillow',
        version: '10.0.0',
        nodes: ['more', 'tools'],
        fixed: ['10.2.0'],
        url: `${osv.url}/v1/vulns/GHSA-56pw-mpj4-fxww`,
      },
      {
        id: 'PYSEC-2024-2',
        aliases: [],
        severity: 'high',
        package: 'scored-one',
        version: '1.0.0+cu118',
        nodes: ['tools'],
        fixed: [],
        url: `${osv.url}/v1/vulns/PYSEC-2024-2`,
      },
      {
        id: 'GONE-1',
        aliases: [],
        severity: 'unknown',
        package: 'evil',
        version: '0.1',
        nodes: ['malign'],
        fixed: [],
        url: `${osv.url}/v1/vulns/GONE-1`,
      },
    ]);
    assert.deepEqual(
      new Map(result.data.not_asked.map((one: { what: string }) => [one.what, one])),
      new Map([
        ['torch', { reason: 'not_pinned', nodes: ['more'], what: 'torch' }],
        ['numpy>=1.24', { reason: 'not_pinned', nodes: ['tools'], what: 'numpy>=1.24' }],
        [
          'own @ https://example.org/own.whl',
          { reason: 'not_indexed', nodes: ['tools'], what: 'own @ https://example.org/own.whl' },
        ],
        ['broken==latest', { reason: 'not_pinned', nodes: ['tools'], what: 'broken==latest' }],
        ['-r more.txt', { reason: 'not_indexed', nodes: ['tools'], what: '-r more.txt' }],
      ]),
    );
    assert.deepEqual(
      osv.batches.flat().map((query) => [query.package.name, query.version]),
      [
        ['evil', '0.1'],
        ['pillow', '10.0.0'],
        ['scored-one', '1.0.0'],
      ],
      'nothing else leaves the machine',
    );
    const { stdout } = await cli.inTerminal(['audit'], options);
    assert.match(stdout, /^Node +Package +Version +Vulnerability +Severity +Fixed in +Link\n/);
    assert.match(
      stdout,
      /^more, tools +pillow +10\.0\.0 +GHSA-56pw-mpj4-fxww +critical +10\.2\.0 +http:\S+GHSA-56pw-mpj4-fxww$/m,
    );
    assert.match(
      stdout,
      /^Not pinned to a version, and not asked about: torch \(more\), numpy>=1\.24 \(tools\), broken==latest \(tools\)$/m,
    );
    assert.match(stdout, /: 4 vulnerabilities\.\n$/);
  });

  test('1: versions that the registry no longer offers, and those that are deprecated', async (t) => {
    const cli = await open(t, 'clean', 'plain', 'screen');
    await moderator.put('/admin/nodes/clean/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Looked at.',
    });
    const owner = await openCli(t, { url: server.url, token: ada.token });
    await owner.json(['deprecate', 'plain@1.0.0', '--message', 'Use clean.']);
    const lock = join(cli.cwd, 'patchbay.lock');
    const { code, result } = await cli.json(['audit'], options);
    assert.equal(code, 1);
    assert.deepEqual(result.data.nodes, [
      { node: 'clean', version: '1.0.0', status: 'withdrawn', message: 'The version is banned.' },
      { node: 'plain', version: '1.0.0', status: 'deprecated', message: 'Use clean.' },
    ]);
    assert.deepEqual(
      osv.batches.flat().map((query) => query.package.name),
      ['safe', 'shown'],
      'of a banned version, what its files say',
    );
    const { stdout } = await cli.inTerminal(['audit'], options);
    assert.match(stdout, /^withdrawn clean 1\.0\.0: The version is banned\.$/m);
    assert.match(stdout, /^deprecated plain 1\.0\.0: Use clean\.$/m);
    assert.match(stdout, /: 1 vulnerability and 2 nodes to replace\.\n$/);

    await writeFile(join(cli.cwd, 'plain', 'pyproject.toml'), 'not TOML');
    const { nodes } = JSON.parse(await readFile(lock, 'utf8'));
    nodes.clean.registry = 'https://other.example';
    await writeFile(lock, JSON.stringify({ lock: 1, nodes }));
    const other = await cli.json(['audit'], options);
    assert.deepEqual(other.result.data.not_asked, [
      { reason: 'elsewhere', nodes: ['clean'], what: 'https://other.example' },
      { reason: 'unread', nodes: ['plain'], what: 'plain' },
    ]);
    assert.deepEqual(
      other.result.data.nodes.map((one: { node: string }) => one.node),
      ['plain'],
    );
  });

  test('a database answers in pages, which are followed to their end and not for ever', async (t) => {
    const cli = await open(t, 'malign', 'more');
    answer = ({ package: { name }, page_token: token }) => {
      if (name !== 'evil') return {};
      if (token === undefined) return { vulns: [{ id: 'GONE-1' }], next_page_token: 'second' };
      return { vulns: [{ id: 'MAL-2024-3' }] };
    };
    const { result } = await cli.json(['audit'], options);
    assert.deepEqual(
      result.data.vulnerabilities.map((one: { id: string }) => one.id),
      ['MAL-2024-3', 'GONE-1'],
    );
    assert.deepEqual(osv.batches[1], [
      { package: { ecosystem: 'PyPI', name: 'evil' }, version: '0.1', page_token: 'second' },
    ]);
    answer = () => ({ vulns: [], next_page_token: 'again' });
    const endless = await cli.json(['audit'], options);
    assert.deepEqual([endless.code, endless.result.error.code], [6, 'not_a_database']);
    assert.match(endless.result.error.message, /has more than 100 pages/);
    answer = () => ({ vulns: Array.from({ length: 1_001 }, (_, one) => ({ id: `OSV-${one}` })) });
    const flood = await cli.json(['audit'], options);
    assert.match(flood.result.error.message, /names too many vulnerabilities of evil/);
  });

  test('text of a database moves no cursor and forges no line, and its ids are no paths', async (t) => {
    const cli = await open(t, 'screen');
    const { stdout } = await cli.inTerminal(['audit'], options);
    assert.match(stdout, /^screen +shown +2\.0 +OSV-5 +unknown +\ufffd\[2J/m);
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|^FORGED/m);
    const { stdout: json } = await cli.run(['audit', '--json'], options);
    // oxlint-disable-next-line no-control-regex -- as above
    assert.doesNotMatch(json.trimEnd(), /[\u0000-\u001f\u007f-\u009f\u202e]/);
    for (const id of [`GHSA${hostile}`, '../../x', '..', '', 5, null, 'x'.repeat(300)]) {
      answer = () => ({ vulns: [{ id }] });
      const { code, result } = await cli.json(['audit'], options);
      assert.deepEqual([code, result.error?.code], [6, 'not_a_database'], String(id));
    }
  });

  test('6: a database that is none, asks to wait, sends too much, or breaks off', async (t) => {
    const cli = await open(t, 'screen');
    let isClosed = false;
    for (const [fault, code, message] of [
      [refuse(200, {}, '<html>'), 'not_a_database', /sent what is not JSON/],
      [refuse(200, {}, '{"results":[]}'), 'not_a_database', /answers no query of OSV/],
      [refuse(200, {}, 'null'), 'not_a_database', /answers no query of OSV/],
      [refuse(200, {}, '{"results":[{"vulns":5}]}'), 'not_a_database', /no id/],
      [refuse(302, { location: 'https://elsewhere.example' }), 'not_a_database', /answers 302/],
      [refuse(404), 'not_a_database', /answers no query of OSV/],
      [refuse(400), 'not_a_database', /answers 400/],
      [refuse(429), 'unavailable', /asks to try later/],
      [refuse(503), 'unavailable', /asks to try later/],
      [neverEnd(() => (isClosed = true)), 'not_a_database', /more than \d+ bytes/],
      [neverEnd(() => {}, 200, true), 'not_a_database', /more than \d+ bytes/],
      [breakOff, 'unreachable', /broke the connection off/],
    ] as const) {
      osv.faults.push(fault);
      const { code: exit, result } = await cli.json(['audit'], options);
      assert.deepEqual([exit, result.error.code], [6, code], message.source);
      assert.match(result.error.message, message);
    }
    assert.ok(isClosed, 'what is too long is not read to its end');
  });

  test('6: a database that never answers, that is not there, or is not to be called', async (t) => {
    const cli = await open(t, 'screen');
    const ending = new AbortController();
    osv.faults.push((request, response) => {
      staySilent(request, response);
      ending.abort(new DOMException('It takes too long.', 'TimeoutError'));
    });
    const { mock } = t.mock.method(AbortSignal, 'timeout', (ms: number) => {
      assert.ok(ms > 0);
      return ending.signal;
    });
    const fetchWithoutLimit: typeof fetch = (input, init) =>
      fetch(input, (input as string).startsWith(osv.url) ? init : { ...init, signal: null });
    const slow = await cli.json(['audit'], { ...options, context: { fetch: fetchWithoutLimit } });
    mock.restore();
    assert.deepEqual([slow.code, slow.result.error.code], [6, 'timeout']);

    const nowhere = await cli.json(['audit', '--osv', 'http://nowhere.invalid']);
    assert.deepEqual([nowhere.code, nowhere.result.error.code], [6, 'unreachable']);
    assert.match(nowhere.result.error.message, /nowhere\.invalid has a name that cannot be found/);
    for (const [code, sentence, next] of [
      ['ECONNREFUSED', /refused the connection: nothing listens there/, /--osv and PATCHBAY_OSV_URL/],
      ['CERT_HAS_EXPIRED', /has a certificate that cannot be trusted/, /NODE_EXTRA_CA_CERTS/],
    ] as const) {
      const failing: typeof fetch = async (input, init) => {
        if (!(input as string).startsWith(osv.url)) return fetch(input, init);
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
      };
      const { result } = await cli.json(['audit'], { ...options, context: { fetch: failing } });
      assert.match(result.error.message, sentence);
      assert.match(result.error.next, next);
    }
    osv.paths.length = 0;
    const off = await cli.json(['audit', '--offline'], options);
    assert.deepEqual([off.code, off.result.error.code, osv.paths], [6, 'offline', []]);
  });

  test('2 and 4: an address that is none, and nothing installed', async (t) => {
    const cli = await openCli(t, server);
    const wrong = await cli.json(['audit', '--osv', 'ftp://x']);
    assert.deepEqual([wrong.code, wrong.result.error.code], [2, 'invalid_setting']);
    assert.match(wrong.result.error.message, /^--osv must be an address/);
    const empty = await cli.json(['audit'], options);
    assert.deepEqual([empty.code, empty.result.error.code], [4, 'not_installed']);
  });
});
