import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Endpoints, Reply } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { minutes } from '../../support/clock.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('list-advisories', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const list = async (query = ''): Promise<Reply<Endpoints['listAdvisories']>> =>
    (await server.anonymous.get(`/advisories${query}`)).json;
  const moderate = async (node: string, body: object) => {
    const reply = await moderator.put(`/admin/nodes/${node}`, { reason: 'Told.', ...body });
    assert.equal(reply.status, 200, reply.text);
  };

  test('200: none, then each as it is published, oldest first, with the version unless the node is banned', async () => {
    assert.deepEqual(await list(), { advisories: [], limit: 10, page: 1, total: 0, totalPages: 0 });
    for (const id of ['A', 'B', 'C']) await publishActive(server, ada, id, '1.0.0');
    const banned = { status: 'NodeVersionStatusBanned', status_reason: 'Told.', advisory: 'Bad.' };
    await moderator.put('/admin/nodes/a/versions/1.0.0', banned);
    for (const id of ['b', 'c']) await moderate(id, { status: 'NodeStatusBanned', advisory: 'Bad.' });
    const { advisories, total } = await list();
    assert.equal(total, 3);
    const id = (seq: number) => `x_PBR-${server.clock.now().getUTCFullYear()}-${seq}`;
    assert.deepEqual(
      advisories.map(({ modified, published, ...rest }) => ({ ...rest, isNew: modified === published })),
      [
        { id: id(1), node_id: 'A', version: '1.0.0', isNew: true },
        { id: id(2), node_id: 'B', isNew: true },
        { id: id(3), node_id: 'C', isNew: true },
      ],
    );
    const second = await list('?limit=2&page=2');
    assert.deepEqual([second.advisories, second.totalPages], [advisories.slice(2), 2]);
    assert.equal((await list('?limit=5000')).limit, 1000);
  });

  test('200: those that changed since a time, withdrawn ones too, and those of some nodes', async () => {
    server.clock.advance(minutes(1));
    const since = server.clock.now().toISOString();
    await moderate('b', { status: 'NodeStatusActive' });
    const changed = await list(`?modified_since=${since}`);
    assert.deepEqual(
      changed.advisories.map(({ node_id, modified, withdrawn }) => [node_id, modified === withdrawn]),
      [['B', true]],
    );
    const modified = changed.advisories[0]?.modified ?? '';
    assert.equal((await list(`?modified_since=${modified}`)).total, 1, 'at that time, too');
    const named = await list('?node_id=c&node_id=A&node_id=none');
    assert.deepEqual(
      named.advisories.map(({ node_id }) => node_id),
      ['A', 'C'],
    );
  });

  test('400: a time that is none', async () => {
    for (const time of ['yesterday', '2026-13-01T00:00:00Z']) {
      assertRefused(await server.anonymous.get(`/advisories?modified_since=${time}`), 'invalid_request');
    }
  });
});
