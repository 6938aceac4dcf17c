import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publication, zip } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { extractEarlierVersion } from '../support/earlier-version.ts';
import { temporaryData } from '../support/make-data.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { password } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suiteOnPostgres } from '../support/variants.ts';

const nodes = 3;

suiteOnPostgres('a rolling upgrade', () => {
  test('every upload to the earlier server and to this one ends with its verdict and app-nodes', async (t) => {
    const earlierEntry = await extractEarlierVersion(t);
    if (earlierEntry === undefined) t.diagnostic('without the history, both servers are of this version');
    const settings = {
      ...(await temporaryData(t, { isEmpty: true })),
      SECRET: 'a secret that both processes share',
    };
    const start = async (entry?: string): Promise<ServerProcess> => {
      const server = await startServerProcess(settings, entry);
      t.after(() => server.end('SIGKILL'));
      return server;
    };
    const earlier = await start(earlierEntry);
    const signedUp = await new Client(earlier.url).post('/auth/sign-up/email', {
      name: 'ada',
      email: 'ada@example.org',
      password,
    });
    const session: string = signedUp.json.token;
    const owner = new Client(earlier.url, session);
    assert.equal((await owner.post('/publishers', { id: 'ada', name: 'Ada' })).status, 201);
    const { token } = (await owner.post('/publishers/ada/tokens', { name: 'all' })).json;
    const publish = async (server: ServerProcess, nodeId: string, version: string): Promise<string> => {
      const reply = await new Client(server.url, session).post(
        `/publishers/ada/nodes/${nodeId}/versions`,
        publication(token, version),
      );
      assert.equal(reply.status, 201, reply.text);
      return reply.json.signedUrl;
    };
    const upload = async (server: ServerProcess, signedUrl: string, name: string): Promise<void> => {
      const { pathname, search } = new URL(signedUrl);
      const bytes = await zip({
        '__init__.py': `class N:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"${name}": N}\n`,
      });
      const reply = await new Client(server.url).upload(`${server.url}${pathname}${search}`, bytes);
      assert.equal(reply.status, 200, reply.text);
    };

    // Published before the upgrade, uploaded during it.
    const waiting = await publish(earlier, 'waiting', '1.0.0');
    const current = await start();
    const pairs = [earlier, current].flatMap((publishes) =>
      [earlier, current].map((uploads) => ({ publishes, uploads })),
    );
    const published: [nodeId: string, version: string][] = [['waiting', '1.0.0']];
    await Promise.all([
      upload(current, waiting, 'waiting 1.0.0'),
      ...Array.from({ length: nodes }, async (_, index) => {
        const nodeId = `node-${index}`;
        for (const [patch, { publishes, uploads }] of pairs.entries()) {
          const version = `1.0.${patch}`;
          const signedUrl = await publish(publishes, nodeId, version);
          await upload(uploads, signedUrl, `${nodeId} ${version}`);
          published.push([nodeId, version]);
        }
      }),
    ]);

    for (const { url } of [current, earlier]) {
      const anonymous = new Client(url);
      for (const [nodeId, version] of published) {
        await until(async () => {
          const path = `/nodes/${nodeId}/versions/${version}`;
          const reply = await anonymous.get(`${path}/app-nodes`);
          const names = reply.json.app_nodes?.map((one: { app_node_name: string }) => one.app_node_name);
          return (
            (await anonymous.get(path)).json.status === 'NodeVersionStatusActive' &&
            names?.join() === `${nodeId} ${version}`
          );
        });
      }
    }
    assert.deepEqual(await earlier.end('SIGTERM'), { code: 0, signal: null });
    assert.deepEqual(await current.end('SIGTERM'), { code: 0, signal: null });
  });
});
