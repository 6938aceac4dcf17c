import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import type { ReplyBody } from '../../support/reply-body.ts';
import { Replica, linesOf } from '../../support/replica.ts';
import { startServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';
import { suiteOnBoth } from '../../support/variants.ts';

type Page = ReplyBody<'GET', '/changes'>;

suiteOnBoth('list-public-changes', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await makePublisher(server, 'ada');
  const bob = await makePublisher(server, 'bob');
  const list = async (query = ''): Promise<Page> => {
    const reply = await server.anonymous.get(`/changes${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  /** In the names of the host, as the catalogue has them. */
  const listHere = async (query: string): Promise<Page> =>
    (await (await fetch(`${server.url}/changes${query}`)).json()) as Page;
  const end = async (): Promise<string> => {
    for (let since = '0'; ;) {
      const { next, more } = await list(`?since=${since}&limit=1000`);
      if (!more) return next;
      since = next;
    }
  };
  const kinds = async (since: string) =>
    (await list(`?since=${since}&versions=all`)).changes.map(({ kind, action, node_id, version }) =>
      [kind, action, node_id, version].filter((part) => part !== undefined).join(' '),
    );

  test('200: each public change with its document, in order, and nothing that only members see', async () => {
    const id = uniqueId('node');
    const since = await end();
    await publishPending(ada, id, '1.0.0');
    assert.deepEqual(await kinds(since), [`node.changed node.created ${id}`]);
    const { versionId } = await publishActive(server, ada, id, '1.0.0');
    const { changes, next, last_seq } = await list(`?since=${since}&versions=all`);
    assert.deepEqual(
      changes.map(({ kind, version_id: of }) => [kind, of]),
      [
        ['node.changed', undefined],
        ['version.changed', versionId],
      ],
    );
    assert.equal(next.split('.')[0], String(last_seq));
    const read = (await server.anonymous.get(`/nodes/${id}/versions/1.0.0`)).json;
    assert.deepEqual(changes[1]?.node_version, read);
    assert.deepEqual(changes[0]?.node?.latest_version, read);
    await ada.owner.post('/publishers/ada/tokens', { name: 'secret' });
    const later = await list(`?since=${next}`);
    assert.deepEqual(later.changes, []);
    assert.equal(later.last_seq, last_seq + 1, 'the number of what is not shown is passed');
  });

  test('200: bans, deletions and what is back again', async () => {
    const id = uniqueId('node');
    await publishActive(server, ada, id, '1.0.0');
    const { versionId } = await publishActive(server, ada, id, '2.0.0');
    const during = async (act: () => Promise<{ status: number; text: string }>) => {
      const since = await end();
      const { status, text } = await act();
      assert.ok(status < 300, text);
      return kinds(since);
    };
    const moderate = (status: string) => () =>
      moderator.put(`/admin/nodes/${id}/versions/${versionId}`, {
        status: `NodeVersionStatus${status}`,
        status_reason: 'Checked.',
      });
    const updatePublisher = (status: string) => () =>
      moderator.put('/admin/publishers/ada', { status: `PublisherStatus${status}`, reason: 'Checked.' });
    assert.deepEqual(await during(moderate('Banned')), [`node.changed ${id}`, `version.removed ${id} 2.0.0`]);
    assert.deepEqual(await during(moderate('Active')), [`node.changed ${id}`, `version.changed ${id} 2.0.0`]);
    const banned = await during(updatePublisher('Banned'));
    assert.ok(banned.includes(`node.removed ${id}`) && !banned.join().includes('version.'));
    const lifted = await during(updatePublisher('Active'));
    for (const back of [`node.changed ${id}`, `version.changed ${id} 1.0.0`, `version.changed ${id} 2.0.0`]) {
      assert.ok(lifted.includes(back), back);
    }
    const moved = await during(() =>
      moderator.post(`/admin/nodes/${id}/transfer`, { publisher_id: 'bob', reason: 'Agreed by mail.' }),
    );
    assert.equal(moved.length, 3, 'the versions have other addresses');
    const { downloadUrl } = (await server.anonymous.get(`/nodes/${id}/versions/1.0.0`)).json;
    assert.ok(downloadUrl?.includes('/bob/'));
    const renamed = await during(() => bob.owner.put('/publishers/bob', { name: 'Bobby' }));
    assert.deepEqual(renamed, [`node.changed publisher.updated ${id}`]);
    assert.deepEqual(
      await during(() => bob.owner.delete(`/publishers/bob/nodes/${id}/versions/${versionId}`)),
      [`node.changed version.deleted ${id}`, `version.removed version.deleted ${id} 2.0.0`],
    );
    assert.deepEqual(await during(() => bob.owner.delete(`/publishers/bob/nodes/${id}`)), [
      `node.removed node.deleted ${id}`,
    ]);
  });

  test('200: a node that was renamed and then removed is removed under its former ids too', async () => {
    const [id, other] = [uniqueId('node'), uniqueId('a-node')];
    await publishActive(server, ada, id, '1.0.0');
    const replica = new Replica();
    replica.read((await server.anonymous.get('/catalogue')).text);
    await ada.owner.post(`/publishers/ada/nodes/${id}/rename`, { id: other });
    await ada.owner.delete(`/publishers/ada/nodes/${other}`);
    const { changes, next } = await listHere(`?since=${replica.next}`);
    assert.deepEqual(
      changes.map(({ kind, node_id, former_ids }) => [kind, node_id, former_ids]),
      [['node.removed', other, [id]]],
    );
    const known = replica.lines();
    replica.apply(changes, next);
    assert.deepEqual(
      known.filter((line) => !replica.lines().includes(line)).map((line) => JSON.parse(line).node.id),
      [id],
    );
    await ada.owner.put(`/publishers/ada/nodes/${other}`, { status: 'NodeStatusActive' });
  });

  test('200: from the beginning, in pages of any size, it rebuilds the catalogue byte for byte', async () => {
    for (const limit of [1, 2, 1_000]) {
      for (const versions of ['latest', 'all']) {
        const replica = new Replica();
        for (let more = true; more;) {
          const page = await listHere(
            `?since=${encodeURIComponent(replica.next)}&limit=${limit}&versions=${versions}`,
          );
          assert.ok(page.changes.length <= limit);
          replica.apply(page.changes, page.next);
          ({ more } = page);
        }
        const whole = new Replica();
        for (const since of ['', `&since=`]) {
          const path = `/catalogue?versions=${versions}${since === '' ? '' : since + whole.next}`;
          const { text } = await server.anonymous.get(path, { 'accept-encoding': 'identity' });
          whole.read(text);
          if (since === '') assert.deepEqual(whole.lines(), linesOf(text), 'the order of the lines');
        }
        assert.deepEqual(replica.lines(), whole.lines());
      }
    }
  });

  test('200: an answer goes on over much that was changed again', async () => {
    const [one, other] = [uniqueId('node'), uniqueId('node')];
    for (const id of [one, other]) await publishActive(server, ada, id, '1.0.0');
    const since = await end();
    await ada.owner.put(`/publishers/ada/nodes/${one}`, { description: 'First' });
    const { store } = server.server.context;
    await store.write({ actor: 'server' }, async (tx) => {
      const change = { kind: 'node.updated', about: { key: other }, before: {}, after: {} } as const;
      for (let times = 0; times < 2_500; times += 1) await tx.append(change);
    });
    await ada.owner.put(`/publishers/ada/nodes/${one}`, { description: 'Last' });
    const { changes, more } = await list(`?since=${since}`);
    const [first, ...others] = changes.map(({ node_id }) => node_id);
    assert.deepEqual([first, others.at(-1), more], [one, one, false]);
    assert.deepEqual(new Set(others.slice(0, -1)), new Set([other]));
    const { changes: two, next, more: goesOn } = await list(`?since=${since}&limit=2`);
    assert.deepEqual([two, goesOn], [changes.slice(0, 2), true]);
    const rest = await list(`?since=${next}`);
    assert.deepEqual(rest.changes, changes.slice(2));
  });

  test('200: a request that waits gets what comes, also of another process, and nothing when its time is over', async () => {
    const since = await end();
    const waiting = [1, 2, 3].map(() => list(`?since=${since}&wait=20`));
    const id = uniqueId('node');
    await publishPending(ada, id, '1.0.0');
    for (const { changes } of await Promise.all(waiting)) {
      assert.deepEqual(
        changes.map(({ node_id }) => node_id),
        [id],
      );
    }
    const none = await list(`?since=${await end()}&wait=1`);
    assert.deepEqual(none.changes, []);
  });

  test('200: those who wait hold up nothing else of their client; 429 for one too many', async () => {
    const since = await end();
    const from = { 'x-forwarded-for': '10.7.7.7' };
    const read = (query: string) => server.anonymous.get(`/changes?since=${since}${query}`, from);
    const waiting = Array.from({ length: limits.waitingOfClientMax }, () => read('&wait=30'));
    await until(() => server.server.context.catalogue.feed.waiting === waiting.length);
    assertRefused(await read('&wait=30'), 'rate_limited');
    assert.equal((await read('')).status, 200);
    const id = uniqueId('node');
    await publishPending(ada, id, '1.0.0');
    for (const { json } of await Promise.all(waiting)) assert.equal(json.changes[0]?.node_id, id);
  });

  test('400: a wait that is too long, and a position that is none', async () => {
    for (const query of ['wait=31', 'wait=-1', 'since=soon', 'versions=none']) {
      assertRefused(await server.anonymous.get(`/changes?${query}`), 'invalid_request', query);
    }
  });

  test('410: a position of another log, and one in the future', async () => {
    for (const since of ['1.AAAAAAAA', '0.AAAAAAAA', '99999999']) {
      assertRefused(await server.anonymous.get(`/changes?since=${since}`), 'position_unknown', since);
      assertRefused(await server.anonymous.get(`/changes?since=${since}&wait=9`), 'position_unknown', since);
    }
  });
});
