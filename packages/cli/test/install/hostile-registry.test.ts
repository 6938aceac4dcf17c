import assert from 'node:assert/strict';
import fs, { readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { after, suite, test } from 'node:test';
import { listPackageFixtures, loadPackageFixture } from '../../../inspect/test/support/package-fixtures.ts';
import { digestOf } from '@patchbay/inspect/facts';
import { Readable } from 'node:stream';
import { makePublisher, publishActive, zip as zipOf } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { bounds } from '../../src/install/bounds.ts';
import { openCli } from '../support/open-cli.ts';

suite('a registry that is not to be trusted', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'node', '1.0.0');
  const { json: version } = await server.anonymous.get('/nodes/node/install');
  const { downloadUrl, package_bytes: size } = version;
  const { bytes } = await server.anonymous.get(downloadUrl);

  /** Answers in place of the registry, where it has an answer of its own. */
  const answering =
    (answers: Readonly<Record<string, (url: string) => Response | undefined>>): typeof fetch =>
    async (input, init) => {
      assert.equal(init?.redirect, 'manual', 'no redirect is followed unseen');
      const url = input as string;
      const [, answer] = Object.entries(answers).find(([part]) => url.includes(part)) ?? [];
      return answer?.(url) ?? fetch(input, init);
    };
  const installFrom = async (
    t: Parameters<typeof openCli>[0],
    answers: Parameters<typeof answering>[0],
    ...flags: string[]
  ) => {
    const cli = await openCli(t, server);
    const { code, result } = await cli.json(['install', 'node', ...flags], {
      context: { fetch: answering(answers) },
    });
    const left = (await readdir(cli.cwd)).filter((name) => name !== '.patchbay.disabled');
    if (code !== 0) assert.deepEqual(left, [], 'nothing of it is left');
    return { code, error: result.error };
  };
  const asVersion = (fields: object) => () => Response.json({ ...version, ...fields });

  test('a package with other bytes, more of them or fewer is refused', async (t) => {
    const packages = [new Uint8Array(size), new Uint8Array([...bytes, 0]), bytes.slice(1)];
    for (const body of packages) {
      const { code, error } = await installFrom(t, { '/packages/': () => new Response(body) });
      assert.deepEqual([code, error.code], [1, 'damaged_answer']);
    }
  });

  test('a package without an end is cut off', async (t) => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const { error } = await installFrom(t, { '/packages/': () => new Response(endless) });
    assert.match(error.message, /does not have \d+ bytes/);
    assert.ok(sent < 10, String(sent));
  });

  test('a package that is larger than the registry allows, or than any may be, is not asked for', async (t) => {
    const never = (): Response => assert.fail('it was downloaded');
    for (const package_bytes of [101 * 1024 ** 2, 2 ** 50]) {
      const { error } = await installFrom(t, {
        '/install': asVersion({ package_bytes }),
        '/packages/': never,
      });
      assert.match(error.message, /more than the \d+ that are allowed/);
    }
    const settings = { package_bytes_max: 2 ** 50 };
    const { error } = await installFrom(t, {
      '/limits': () => Response.json({ settings }),
      '/install': asVersion({ package_bytes: bounds.packageBytesMax + 1 }),
      '/packages/': never,
    });
    assert.match(error.message, new RegExp(`more than the ${bounds.packageBytesMax}`));
  });

  test('a disk without room for the package, or for its files, is not filled', async (t) => {
    t.after(() => syncBuiltinESMExports());
    // Zeros, which are small in the package.
    const zip = new Uint8Array(await zipOf({ '__init__.py': '', zeros: Buffer.alloc(1024 ** 2) }));
    const package_sha256 = await digestOf(Readable.from([zip]));
    const answers = {
      '/install': asVersion({ package_bytes: zip.length, package_sha256 }),
      '/packages/': () => new Response(zip),
    };
    const room = async (bytes: number) => {
      const free = bounds.freeBytesMin + bytes;
      const { mock } = t.mock.method(fs, 'statfs', async () => ({ bavail: free, bsize: 1 }));
      syncBuiltinESMExports();
      const { code, error } = await installFrom(t, answers);
      mock.restore();
      return [code, error?.code];
    };
    assert.deepEqual(await room(zip.length - 1), [1, 'no_room']);
    assert.deepEqual(await room(1024 ** 2 - 1), [1, 'no_room']);
    assert.deepEqual(await room(1024 ** 2), [0, undefined]);
  });

  test('a redirect to another host is refused, unless --package-host names it', async (t) => {
    const store = 'https://packages.example/1.zip?signature=x';
    const answers = {
      'packages.example': () => new Response(bytes),
      '/packages/': () => new Response(null, { status: 302, headers: { location: store } }),
    };
    const { code, error } = await installFrom(t, answers);
    assert.deepEqual([code, error.code], [1, 'damaged_answer']);
    assert.match(
      error.message,
      /leads to another host, packages\.example\. .*--package-host packages\.example/,
    );
    for (const host of ['packages.example', 'Packages.EXAMPLE.:443']) {
      assert.equal((await installFrom(t, answers, '--package-host', host)).code, 0, host);
    }
    const cli = await openCli(t, server);
    const wrong = await cli.run(['install', 'node', '--package-host', 'https://packages.example/']);
    assert.deepEqual([wrong.code, /must be a host/.test(wrong.stderr)], [2, true]);
  });

  test('redirects in a circle, and away from https, are refused', async (t) => {
    const circle = {
      '/packages/': (url: string) => new Response(null, { status: 302, headers: { location: url } }),
    };
    assert.match((await installFrom(t, circle)).error.message, /redirects more than 3 times/);
    const insecure = {
      '/install': asVersion({ downloadUrl: 'https://secure.example/1.zip' }),
      'https://secure.example': () =>
        new Response(null, { status: 302, headers: { location: 'http://secure.example/1.zip' } }),
    };
    const allowed = ['--package-host', 'secure.example'];
    assert.match((await installFrom(t, insecure, ...allowed)).error.message, /from https: to http:/);
    assert.match((await installFrom(t, insecure)).error.message, /leads to another host, secure\.example/);
  });

  test('a version that was not asked for is refused, and an id that is no folder', async (t) => {
    const other = await installFrom(t, { '/install': asVersion({ node_id: '../node' }) });
    assert.match(other.error.message, /another version than was asked for/);
    const cli = await openCli(t, server);
    for (const id of ['../node', '..', 'a/b', 'patchbay.lock', 'nul.txt', '.patchbay.disabled']) {
      const fetch = answering({ '/install': asVersion({ node_id: id }) });
      const { code } = await cli.json(['install', id], { context: { fetch } });
      assert.notEqual(code, 0, id);
    }
  });

  test('JSON without an end is cut off', async (t) => {
    const space = new Uint8Array(8 * 1024 ** 2).fill(32);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(space) });
    const headers = { 'content-type': 'application/json' };
    const { error } = await installFrom(t, { '/install': () => new Response(endless, { headers }) });
    assert.match(error.message, /sent more than \d+ bytes/);
  });

  test('every package that the registry would refuse is refused here, by the same rule', async (t) => {
    for (const name of await listPackageFixtures()) {
      const { breaks, limits, build } = await loadPackageFixture(name);
      // Their limits are lower than any registry's.
      if (breaks === undefined || limits !== undefined) continue;
      const zip = new Uint8Array(await build());
      const package_sha256 = await digestOf(Readable.from([zip]));
      const { code, error } = await installFrom(t, {
        '/install': asVersion({ package_bytes: zip.length, package_sha256 }),
        '/packages/': () => new Response(zip),
      });
      assert.deepEqual([code, error.code], [1, 'invalid_package'], name);
      assert.ok(error.message.includes(`(${breaks})`), `${name}: ${error.message}`);
    }
  });
});
