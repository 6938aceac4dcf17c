import assert from 'node:assert/strict';
import { type TestContext, after, test } from 'node:test';
import { makePublisher, publishActive, publishFiles } from '../support/build.ts';
import { minutes } from '../support/clock.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { suite, suiteOnBoth } from '../support/variants.ts';
import { sendJson, sendPage, startBehindProxy } from './before-source.ts';

const later = async (mirror: TestServer): Promise<void> => {
  mirror.clock.advance(minutes(2));
  await mirror.settle();
};

const sourceOf = async ({ anonymous }: TestServer) => (await anonymous.get('/ready')).json.source;

suiteOnBoth('a mirror whose source has a proxy before it', async () => {
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
