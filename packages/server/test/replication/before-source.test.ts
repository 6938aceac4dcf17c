import assert from 'node:assert/strict';
import { type TestContext, after, test } from 'node:test';
import { makePublisher, publishActive, publishFiles } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { minutes } from '../support/clock.ts';
import { endingInReverse } from '../support/ending.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServerProcess } from '../support/server-process.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';
import { sendJson, sendPage, startBehindProxy } from './before-source.ts';

const later = async (mirror: TestServer): Promise<void> => {
  mirror.clock.advance(minutes(2));
  await mirror.settle();
};

const sourceOf = async ({ anonymous }: TestServer) => (await anonymous.get('/ready')).json.source;

suite('a mirror whose source has a proxy before it', async () => {
  const behind = await startBehindProxy({ after });
  const { source } = behind;
  const ada = await makePublisher(source, 'ada');
  await publishActive(source, ada, 'first-node', '1.0.0');
  await publishActive(source, ada, 'second-node', '1.0.0');
  const mirror = await startServer({ after }, { MIRROR_FROM: behind.url });
  await mirror.settle();
  const describe = async (description: string): Promise<void> => {
    for (const id of ['first-node', 'second-node']) {
      const written = await ada.owner.put(`/publishers/ada/nodes/${id}`, { description });
      assert.equal(written.status, 200, written.text);
    }
  };
  const shown = async () => {
    const { nodes } = (await mirror.anonymous.get('/nodes')).json;
    return nodes.map(({ description }: { description: string }) => description);
  };

  for (const status of [404, 403]) {
    test(`loses no node while the proxy answers ${status}, and reads on afterwards`, async () => {
      await describe(`Before ${status}.`);
      await later(mirror);
      await describe(`After ${status}.`);
      behind.instead = ({ url = '' }, response) =>
        url.startsWith('/nodes/') && !url.includes('/versions') && sendPage(response, status);
      await later(mirror);
      assert.deepEqual(await shown(), Array(2).fill(`Before ${status}.`));
      assert.equal((await sourceOf(mirror))?.reachable, false);
      behind.instead = () => false;
      await later(mirror);
      assert.deepEqual(await shown(), Array(2).fill(`After ${status}.`));
      assert.equal((await sourceOf(mirror))?.reachable, true);
    });

    test(`loses no app-node while the proxy answers ${status}`, async () => {
      const version = `1.${status}.0`;
      await publishFiles(source, ada, 'first-node', version, {
        '__init__.py': 'class One: ...\n\nNODE_CLASS_MAPPINGS = {"Blur": One}\n',
      });
      behind.instead = ({ url = '' }, response) =>
        /\/(?:app|comfy)-nodes/.test(url) && sendPage(response, status);
      await later(mirror);
      behind.instead = () => false;
      await later(mirror);
      const { json } = await mirror.anonymous.get(`/nodes/first-node/versions/${version}/app-nodes`);
      assert.deepEqual(
        json.app_nodes?.map(({ app_node_name }) => app_node_name),
        ['Blur'],
      );
    });
  }

  test('keeps its position while the proxy answers for the feed', async () => {
    for (const status of [400, 404, 405, 410]) {
      behind.instead = (_request, response) => sendPage(response, status);
      behind.asked.length = 0;
      await later(mirror);
      assert.equal(behind.asked.length, 1, `${status}`);
      assert.equal((await sourceOf(mirror))?.reachable, false);
    }
    behind.instead = () => false;
    behind.asked.length = 0;
    await later(mirror);
    assert.equal(behind.asked.length, 1, 'nothing is read again');
  });
});

suite('a mirror whose source sends a package byte by byte', () => {
  test('goes on to follow it, and ends at once', async (t) => {
    const ending = endingInReverse(t);
    const behind = await startBehindProxy(ending);
    const { source } = behind;
    const ada = await makePublisher(source, 'ada');
    for (const id of ['bad-node', 'slow-node']) await publishActive(source, ada, id, '1.0.0');
    let drips = 0;
    behind.instead = ({ url = '' }, response) => {
      if (!url.includes('/slow-node/1.0.0.zip')) return false;
      const dripping = setInterval(() => response.write('.'), 100);
      response.on('close', () => clearInterval(dripping));
      drips += 1;
      return true;
    };
    const data = await temporaryData(ending);
    const mirror = await startServerProcess({ ...data, MIRROR_FROM: behind.url, SYNC_INTERVAL: '1' });
    ending.after(async () => void (await mirror.end('SIGKILL')));
    const anonymous = new Client(mirror.url);
    const isShown = async (status: number) => (await anonymous.get('/nodes/bad-node')).status === status;
    await until(async () => drips > 0 && (await isShown(200)));
    const moderator = await source.moderator();
    const banned = await moderator.post('/publishers/ada/nodes/bad-node/ban', { reason: 'Bad.' });
    assert.ok(banned.status < 300, banned.text);
    await until(() => isShown(403));
    assert.equal((await anonymous.get('/ready')).json.source?.packages_failed, 0);
    assert.equal(drips, 1);
    const begun = performance.now();
    assert.deepEqual(await mirror.end('SIGTERM'), { code: 0, signal: null });
    assert.ok(performance.now() - begun < 10_000);
    assert.equal(mirror.output().stderr.includes('"level":50'), false, mirror.output().stderr);
  });
});

suite('a mirror of what is no sound registry', () => {
  const mirrorOf = async (
    t: TestContext,
    instead: Awaited<ReturnType<typeof startBehindProxy>>['instead'],
  ) => {
    const behind = await startBehindProxy(t);
    behind.instead = instead;
    const mirror = await startServer(t, { MIRROR_FROM: behind.url });
    await mirror.settle();
    assert.equal((await sourceOf(mirror))?.reachable, false);
    return { behind, mirror };
  };

  for (const [path, answer] of [
    ['/changes', { changes: [], next: '0', last_seq: 1, more: true }],
    ['/nodes', { nodes: [], total: 1e15, page: 1, limit: 100, totalPages: 1e15 }],
  ] as const) {
    test(`${path}: does not ask on and on where nothing follows`, async (t) => {
      const { behind, mirror } = await mirrorOf(t, ({ url = '' }, response) =>
        url.startsWith(path) ? sendJson(response, answer) : sendJson(response, { message: 'Not Found' }, 404),
      );
      const asked = behind.asked.length;
      assert.ok(asked <= 2, behind.asked.join());
      await later(mirror);
      assert.equal(behind.asked.length, 2 * asked);
    });
  }

  test('/changes: does not ask on and on where positions come again', async (t) => {
    const { behind, mirror } = await mirrorOf(t, ({ url = '' }, response) => {
      const next = url.includes('since=9.b') ? '5.a' : '9.b';
      return sendJson(response, { changes: [], next, last_seq: 9, more: true });
    });
    assert.equal(behind.asked.length, 2, behind.asked.join());
    await later(mirror);
    assert.equal(behind.asked.length, 3);
  });

  test('/changes: reads no endless answer to its end', async (t) => {
    let sent = 0;
    await mirrorOf(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const write = (): void => {
        if (response.destroyed || sent > 2 ** 27) return void response.end('{}');
        sent += 2 ** 20;
        if (response.write(Buffer.alloc(2 ** 20, ' '))) setImmediate(write);
        else response.once('drain', write);
      };
      write();
      return true;
    });
    assert.ok(sent < 2 ** 27, `${sent}`);
  });
});
