import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { writeSet } from '../../src/replication/write-set.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { hours } from '../support/clock.ts';
import { endingInReverse } from '../support/ending.ts';
import { temporaryData } from '../support/make-data.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suite } from '../support/variants.ts';
import { sendPage, startBehindProxy } from './before-source.ts';
import { startOn } from './start-on.ts';

const idsOf = async ({ anonymous }: TestServer): Promise<string[]> =>
  (await anonymous.get('/nodes?limit=100')).json.nodes.map(({ id }: { id: string }) => id).sort();

suite('a registry that follows another source than before', async () => {
  const source = await startServer({ after });
  const ada = await makePublisher(source, 'ada');
  for (const id of ['banned-node', 'deleted-node', 'kept-node']) {
    await publishActive(source, ada, id, '1.0.0');
  }
  const folder = await temporaryFolder({ after });
  const write = async (name: string): Promise<string> => {
    const set = `${folder}/${name}`;
    await writeSet(source.server.context, set, { withPackages: true, source: source.url });
    return set;
  };
  const earlier = await write('earlier');
  const moderator = await source.moderator();
  const removeBoth = async (): Promise<void> => {
    const deleted = await ada.owner.delete('/publishers/ada/nodes/deleted-node');
    assert.equal(deleted.status, 204, deleted.text);
    const banned = await moderator.post('/publishers/ada/nodes/banned-node/ban', { reason: 'Bad.' });
    assert.ok(banned.status < 300, banned.text);
  };

  test('fetches from the new source what was not fetched from the one before', async (t) => {
    const ending = endingInReverse(t);
    const data = await temporaryData(ending);
    const moved = await write('moved');
    for (const from of [source.url, moved]) {
      const before = await startOn(ending, data, { MIRROR_FROM: from, MIRROR_PACKAGES: 'on-demand' });
      assert.equal((await before.anonymous.get('/ready')).json.source?.packages_missing, 3);
      await before.end();
    }
    const mirror = await startOn(ending, data, { MIRROR_FROM: earlier });
    assert.equal((await mirror.anonymous.get('/ready')).json.source?.packages_missing, 0);
    const { status, text } = await mirror.anonymous.get('/packages/ada/kept-node/1.0.0.zip');
    assert.equal(status, 200, text);
  });

  test('asks the new source at once for a package that the one before had damaged', async (t) => {
    const ending = endingInReverse(t);
    const behind = await startBehindProxy(ending);
    await publishActive(behind.source, await makePublisher(behind.source, 'ada'), 'some-node', '1.0.0');
    behind.instead = ({ url = '' }, response) => url.startsWith('/packages/') && sendPage(response, 200);
    const data = await temporaryData(ending);
    const before = await startOn(ending, data, { MIRROR_FROM: behind.url });
    const path = '/packages/ada/some-node/1.0.0.zip';
    assert.equal((await before.anonymous.get(path)).status, 503);
    await before.end();
    const set = `${folder}/sound`;
    await writeSet(behind.source.server.context, set, { withPackages: true, source: behind.url });
    const mirror = await startOn(ending, data, { MIRROR_FROM: set });
    const { status, text } = await mirror.anonymous.get(path);
    assert.equal(status, 200, text);
  });

  test('takes a set that was written again after a clock was set back', async (t) => {
    const server = await startServer(t);
    const bob = await makePublisher(server, 'bob');
    const set = `${folder}/again`;
    const writeAgain = async (id: string): Promise<void> => {
      await publishActive(server, bob, id, '1.0.0');
      await writeSet(server.server.context, set, { withPackages: true, source: server.url });
    };
    await writeAgain('one-node');
    const mirror = await startServer(t, { MIRROR_FROM: set });
    await mirror.settle();
    server.clock.advance(-hours(1));
    await writeAgain('two-node');
    mirror.clock.advance(hours(1));
    await mirror.settle();
    assert.deepEqual(await idsOf(mirror), ['one-node', 'two-node']);
  });

  test('loses what the new source does not have, in either direction, and keeps its own nodes', async (t) => {
    const ending = endingInReverse(t);
    const data = await temporaryData(ending);
    const own = await startOn(ending, data, {});
    const bob = await makePublisher(own, 'bob');
    await publishActive(own, bob, 'own-node', '1.0.0');
    await own.end();
    const first = await startOn(ending, data, { MIRROR_FROM: source.url });
    assert.deepEqual(await idsOf(first), ['banned-node', 'deleted-node', 'kept-node', 'own-node']);
    await first.end();

    await removeBoth();
    const present = await write('present');
    let since = 0;
    for (const [from, expected] of [
      [present, ['kept-node', 'own-node']],
      [source.url, ['kept-node', 'own-node']],
      [earlier, ['banned-node', 'deleted-node', 'kept-node', 'own-node']],
      // Its feed tells nothing new.
      [source.url, ['kept-node', 'own-node']],
      [present, ['kept-node', 'own-node']],
    ] as const) {
      const server = await startOn(ending, data, { MIRROR_FROM: from });
      since += 1;
      server.clock.advance(hours(since));
      await server.settle();
      assert.deepEqual(await idsOf(server), expected, from);
      await server.end();
    }
  });

  test('asks the new source for no name that it did not tell', async (t) => {
    const ending = endingInReverse(t);
    const data = await temporaryData(ending);
    const before = await startOn(ending, data, { UPSTREAM: source.url });
    await before.end();
    const other = await startServer(ending);
    const asked: string[] = [];
    other.server.app.server.on('request', ({ url = '' }) => asked.push(url));
    const server = await startOn(ending, data, { UPSTREAM: other.url });
    assert.deepEqual(await idsOf(server), []);
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter((url) => url.includes('kept-node')),
      [],
    );
  });

  test('says of a package that was never fetched where it was, once it follows none', async (t) => {
    const ending = endingInReverse(t);
    const data = await temporaryData(ending);
    const other = await startServer(ending);
    const bob = await makePublisher(other, 'bob');
    for (const id of ['fetched-node', 'missing-node']) await publishActive(other, bob, id, '1.0.0');
    const download = ({ anonymous }: TestServer, id: string) =>
      anonymous.get(`/packages/bob/${id}/1.0.0.zip`);
    const before = await startOn(ending, data, { UPSTREAM: other.url });
    assert.equal((await download(before, 'fetched-node')).status, 200);
    await before.end();
    const server = await startOn(ending, data, {});
    assert.equal((await download(server, 'fetched-node')).status, 200);
    const { status, json } = await download(server, 'missing-node');
    assert.deepEqual([status, json.error], [503, 'unavailable']);
    assert.match(json.message, new RegExp(`never fetched from ${other.url}, which is not followed`));
    const { text } = await server.anonymous.get('/metrics');
    assert.doesNotMatch(text, /^patchbay_storage_failures_total.* [1-9]/m);
  });

  test('loses nodes that UPSTREAM_EXCEPT or MIRROR_NODES leaves out later', async (t) => {
    const ending = endingInReverse(t);
    const data = await temporaryData(ending);
    const other = await startServer(ending);
    const bob = await makePublisher(other, 'bob');
    for (const id of ['acme-evil', 'kept-node', 'old-name', 'spare-node']) {
      await publishActive(other, bob, id, '1.0.0');
    }
    const renamed = await bob.owner.post('/publishers/bob/nodes/old-name/rename', { id: 'new-name' });
    assert.equal(renamed.status, 200, renamed.text);
    let since = 0;
    for (const [environment, expected] of [
      [{ UPSTREAM: other.url }, ['acme-evil', 'kept-node', 'new-name', 'spare-node']],
      [{ UPSTREAM: other.url, UPSTREAM_EXCEPT: 'Acme_*' }, ['kept-node', 'new-name', 'spare-node']],
      [{ MIRROR_FROM: other.url, MIRROR_NODES: 'KEPT-node,old-name' }, ['kept-node', 'new-name']],
      [{ MIRROR_FROM: other.url }, ['acme-evil', 'kept-node', 'new-name', 'spare-node']],
    ] as const) {
      const server = await startOn(ending, data, environment);
      since += 1;
      server.clock.advance(hours(since));
      await server.settle();
      assert.deepEqual(await idsOf(server), expected);
      const { status } = await server.anonymous.get('/packages/bob/acme-evil/1.0.0.zip');
      assert.equal(status, (expected as readonly string[]).includes('acme-evil') ? 200 : 404);
      await server.end();
    }
  });
});
