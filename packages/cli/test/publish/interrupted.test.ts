import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { makePublisher, uniqueId } from '../../../server/test/support/build.ts';
import { openFaultProxy } from '../../../server/test/support/fault-proxy.ts';
import { sized } from '../../../server/test/support/length.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite, suiteOnSqlite } from '../../../server/test/support/variants.ts';
import { killPublishes } from '../support/kill-publishes.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeProject } from '../support/make-project.ts';
import { openCli } from '../support/open-cli.ts';
import { runInPty } from '../support/run-in-pty.ts';

/** `npm run publish-kills` has many more, and cuts the network at as many moments. */
const kills = sized({ short: 6, long: 12 });

suiteOnSqlite('a publish that is killed', async () => {
  const server = await startServer({ after });

  test(`${kills} times at any moment and after each step: repeated, it ends in one version, whole`, async () => {
    const { endedAfter } = await killPublishes(
      { after },
      server,
      Array.from({ length: kills }, () => 'killed' as const),
      Math.random,
    );
    assert.ok(endedAfter.size > 1, 'the kills met several steps');
  });
});

suiteOnSqlite('a publish that somebody ends with Ctrl-C', () => {
  test('ends at once, and leaves no package behind', async (t) => {
    // It says what it takes, and that there is no such node, and never answers the publish.
    const silent = createServer(({ method, url = '' }, response) => {
      response.setHeader('content-type', 'application/json');
      if (url === '/limits') response.end('{"settings":{}}');
      else if (method === 'GET')
        response.writeHead(404).end('{"error":"node_not_found","message":"No node."}');
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.after(() => silent.close().closeAllConnections());
    const cwd = await makeFolder(t);
    const folder = await makeProject(cwd, { nodeId: 'left', publisherId: 'ada' });
    const TMPDIR = await makeFolder(t);
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const env = { HOME: cwd, TMPDIR, PATCHBAY_URL: url, PATCHBAY_TOKEN: 'pbp_token' };
    for (const [args, moment] of [
      [['--yes'], 'Checked'],
      [[], 'Publish these files?'],
    ] as const) {
      const typing = [[moment, ['\u0003']]] as const;
      const { code, text } = await runInPty(['publish', folder, ...args], { cwd, env }, typing);
      assert.equal(code, 130, text);
      assert.deepEqual(await readdir(TMPDIR), []);
    }
  });
});

type Fetch = typeof fetch;

suite('a publish whose network is cut', async () => {
  const server = await startServer({ after });
  const proxy = await openFaultProxy({ after }, server.url);
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.token });
  /** Everything goes through the proxy, the URL of the upload too. */
  const through: Fetch = (input, init) => fetch((input as string).replace(server.url, proxy.url), init);
  const isPublish = (init: RequestInit | undefined): boolean => init?.method === 'POST';
  const isUpload = (init: RequestInit | undefined): boolean => init?.method === 'PUT';

  /** The response is lost, and nothing comes through after it. */
  const losing =
    (isLost: typeof isPublish): Fetch =>
    async (input, init) => {
      const response = await through(input, init);
      if (!isLost(init)) return response;
      await response.arrayBuffer();
      proxy.set('shut');
      throw new TypeError('fetch failed');
    };

  /** The connection breaks after the first part of the package. */
  const breaking: Fetch = (input, init) => {
    if (init === undefined || !isUpload(init)) return through(input, init);
    const breakOff = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        proxy.set('shut');
      },
    });
    const body = (init.body as ReadableStream<Uint8Array>).pipeThrough(breakOff);
    return through(input, { ...init, body });
  };

  for (const [name, faulty] of [
    ['after the publish, whose response is lost', losing(isPublish)],
    ['in the middle of the upload', breaking],
    ['after the upload, whose response is lost', losing(isUpload)],
  ] as const) {
    test(`${name}: 6, and repeated, it ends in one version, whole`, async () => {
      const nodeId = uniqueId('cut');
      const files = { 'data.txt': randomBytes(400_000).toString('hex') };
      const folder = await makeProject(cli.cwd, { nodeId, publisherId: 'ada', files });
      const cut = await cli.json(['publish', folder], { context: { fetch: faulty } });
      assert.deepEqual([cut.code, cut.result.error.code], [6, 'unreachable']);
      proxy.set('open');
      const { code, result } = await cli.json(['publish', folder], { context: { fetch: through } });
      assert.deepEqual([code, result.data.outcome], [0, 'active'], JSON.stringify(result));
      assert.equal(result.data.node_version.package_sha256, result.data.package.sha256);
      const { json } = await ada.owner.get(
        `/nodes/${nodeId}/versions?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusPending`,
      );
      assert.equal(json.length, 1);
    });
  }

  test('for longer than PATCHBAY_RETRY_SECONDS: the run gives up after that, and not before', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (const [asked, shortest, longest] of [
      [10, 5, 30],
      [600, 600, 760],
    ] as const) {
      const run = { hasBegun: false, isOver: false };
      const away: Fetch = async () => {
        run.hasBegun = true;
        return new Response(null, { status: 503 });
      };
      const folder = await makeProject(cli.cwd, { nodeId: uniqueId('away'), publisherId: 'ada' });
      const published = cli
        .run(['publish', folder], {
          env: { PATCHBAY_RETRY_SECONDS: String(asked) },
          context: { fetch: away },
        })
        .finally(() => (run.isOver = true));
      while (!run.hasBegun) await settle();
      let seconds = 0;
      for (; !run.isOver; seconds += 1) {
        for (let turn = 0; turn < 5; turn += 1) await settle();
        t.mock.timers.tick(1_000);
      }
      assert.equal((await published).code, 6);
      assert.ok(seconds >= shortest && seconds <= longest, `it tried for ${seconds} seconds`);
    }
  });

  test('for a moment: the same run goes on', async () => {
    const folder = await makeProject(cli.cwd, { nodeId: uniqueId('blink'), publisherId: 'ada' });
    let left = 2;
    const blinking: Fetch = async (input, init) => {
      const response = through(input, init);
      if (!isUpload(init) || left === 0) return response;
      left -= 1;
      proxy.set('shut');
      proxy.set('open');
      return response;
    };
    const { code, result } = await cli.json(['publish', folder], { context: { fetch: blinking } });
    assert.deepEqual([code, result.data?.outcome], [0, 'active'], JSON.stringify(result));
  });
});
