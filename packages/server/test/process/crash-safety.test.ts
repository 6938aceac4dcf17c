import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { publication, zip } from '../support/build.ts';
import { Client, type Reply } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { sized } from '../support/length.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { suiteOnBoth } from '../support/variants.ts';

const versions = sized({ short: 24, long: 50 });
const publishersAtOnce = 8;
/** How many publishes one life of the server gets, so that it lives at least three times however fast it is. */
const publishesOfLifeMax = versions / 3;
/** How long a server lives from its start, and every other one from the first upload that it acknowledges. */
const lifeMs = { least: 50, most: 300 };
/** Of a server that acknowledges none. */
const lifeMsMax = 30_000;
/** A job that a killed process held is free again after its lease. */
const recoveryMsMax = 60_000;
const environment = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' };

interface Attempt {
  version: string;
  bytes: Uint8Array<ArrayBuffer>;
  publishedAs?: string;
  uploaded: boolean;
}

/** Does the work for each, as many at once as publishers. */
const eachOf = async (
  attempts: readonly Attempt[],
  work: (attempt: Attempt) => Promise<void>,
): Promise<void> => {
  const queue = attempts.values();
  const workAll = async (): Promise<void> => {
    for (const attempt of queue) await work(attempt);
  };
  await Promise.all(Array.from({ length: publishersAtOnce }, workAll));
};

/** The answer, or undefined when the server died under the request. */
const orGone = (reply: Promise<Reply>): Promise<Reply | undefined> => reply.catch(() => undefined);

suiteOnBoth('crash safety', () => {
  test(`SIGKILL at random moments of ${versions} publishes and uploads loses nothing acknowledged, and every version gets where it was going`, async (t) => {
    const data = await temporaryData(t);
    let port = '0';
    /** The same port after each restart, so that signed addresses stay good. */
    const start = async (): Promise<ServerProcess> => {
      const server = await startServerProcess({ ...environment, ...data, PORT: port });
      port = new URL(server.url).port;
      return server;
    };
    let server = await start();
    t.after(() => server.end('SIGKILL'));
    const { token, bearer } = await prepare(server.url);
    const client = () => new Client(server.url, bearer);

    const publish = (version: string) =>
      orGone(client().post('/publishers/ada/nodes/node/versions', publication(token, version)));
    const attempts: Attempt[] = await Promise.all(
      Array.from({ length: versions }, async (_, index) => ({
        version: `1.0.${index}`,
        bytes: await zip({ '__init__.py': sourceOf(index) }),
        uploaded: false,
      })),
    );

    const uploads = new EventEmitter();
    const lives = new EventEmitter();
    let publishesOfLife = 0;
    const queue = attempts.values();
    const work = async (): Promise<void> => {
      for (const attempt of queue) {
        await restarted;
        if (publishesOfLife >= publishesOfLifeMax) await once(lives, 'begun');
        publishesOfLife += 1;
        const published = await publish(attempt.version);
        if (published?.status !== 201) continue;
        attempt.publishedAs = published.json.node_version.id;
        const uploaded = await orGone(client().upload(published.json.signedUrl, attempt.bytes));
        attempt.uploaded = uploaded?.status === 200;
        if (attempt.uploaded) uploads.emit('acknowledged');
      }
    };
    let restarted = Promise.resolve();
    const done = new AbortController();
    const working = Promise.all(Array.from({ length: publishersAtOnce }, work)).finally(() => done.abort());
    let kills = 0;
    while (!done.signal.aborted) {
      if (kills % 2 === 1) {
        // Killed all the same when it acknowledges none.
        const signal = AbortSignal.any([done.signal, AbortSignal.timeout(lifeMsMax)]);
        await once(uploads, 'acknowledged', { signal }).catch(() => {});
      }
      await wait(lifeMs.least + Math.random() * (lifeMs.most - lifeMs.least));
      const up = Promise.withResolvers<void>();
      restarted = up.promise;
      await server.end('SIGKILL');
      kills += 1;
      server = await start();
      publishesOfLife = 0;
      lives.emit('begun');
      up.resolve();
    }
    await working;

    const find = (version: string) => client().get(`/nodes/node/versions/${version}`);
    const assertWhole = async ({ version, bytes }: Attempt): Promise<void> => {
      const deadline = Date.now() + recoveryMsMax;
      let found = await find(version);
      while (isUnderWay(found) && Date.now() < deadline) {
        await wait(200);
        found = await find(version);
      }
      assert.equal(found.json.status, 'NodeVersionStatusActive', `${version}: ${found.text}`);
      assert.equal(found.json.app_node_extract_status, 'success', `${version}: ${found.text}`);
      const { json: list } = await client().get(`/nodes/node/versions/${version}/app-nodes`);
      assert.deepEqual(list.app_nodes, [{ app_node_name: version, policy: 'AppNodePolicyActive' }]);
      const download = await client().get(found.json.downloadUrl);
      assert.deepEqual(download.bytes, bytes, `${version} is not whole`);
    };

    const acknowledged = attempts.filter(({ uploaded }) => uploaded);
    await eachOf(acknowledged, assertWhole);

    await eachOf(
      attempts.filter(({ uploaded }) => !uploaded),
      async (attempt) => {
        const found = await find(attempt.version);
        if (attempt.publishedAs !== undefined) assert.equal(found.json.id, attempt.publishedAs, found.text);
        if (found.json.status === 'NodeVersionStatusActive') {
          // The answer was lost, not the package.
          return assertWhole(attempt);
        }
        const again = await publish(attempt.version);
        if (again?.json.error === 'version_exists') {
          // Stored, but the job that makes it Active was under way at the kill.
          return assertWhole(attempt);
        }
        assert.equal(again?.status, 201, again?.text);
        assert.equal((await client().upload(again?.json.signedUrl, attempt.bytes)).status, 200);
        await assertWhole(attempt);
      },
    );
    t.diagnostic(`${kills} kills; ${acknowledged.length} of ${versions} uploads were acknowledged`);
    assert.ok(kills >= 3, 'the server was hardly killed');
    assert.ok(acknowledged.length > 0, 'it was killed before it could do anything');
    assert.equal((await server.end('SIGTERM')).code, 0);
  });
});

/** Of growing length, and each with an app-node named as its version. */
const sourceOf = (index: number): string =>
  `class Node:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"1.0.${index}": Node}\n${'FILLING = 1\n'.repeat(index * 50)}`;

const isUnderWay = ({ json }: Reply): boolean =>
  json.status === 'NodeVersionStatusPending' || json.app_node_extract_status === 'pending';

const prepare = async (url: string): Promise<{ bearer: string; token: string }> => {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = environment;
  const bearer: string = (await new Client(url).post('/auth/sign-in/email', { email, password })).json.token;
  const client = new Client(url, bearer);
  await client.post('/publishers', { id: 'ada' });
  return { bearer, token: (await client.post('/publishers/ada/tokens', { name: 'all' })).json.token };
};
