import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePublisher } from '../support/build.ts';
import { seconds } from '../support/clock.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

suiteOnBoth('nodes changed since', () => {
  test('are also those whose publisher changed', async (t) => {
    const server = await startServer(t);
    const moderator = await server.moderator();
    for (const id of ['ada', 'bob']) {
      const { owner } = await makePublisher(server, id);
      for (const node of ['one', 'two']) {
        const made = await owner.post(`/publishers/${id}/nodes`, { id: `${id}-${node}`, name: 'Grain' });
        assert.equal(made.status, 201, made.text);
      }
    }
    const { owner } = { owner: await server.user('owner-of-ada') };
    const moment = (): string => {
      server.clock.advance(seconds(1));
      const at = server.clock.now().toISOString();
      server.clock.advance(seconds(1));
      return at;
    };
    const ids = async (query: string): Promise<string[]> => {
      const { json } = await server.anonymous.get(query);
      return json.nodes.map(({ id }: { id: string }) => id).sort();
    };
    const assertChanged = async (since: string, expected: string[], why: string): Promise<void> => {
      for (const list of ['/nodes?', '/nodes/search?', '/nodes/search?search=grain&']) {
        assert.deepEqual(await ids(`${list}timestamp=${since}`), expected, `${why}: ${list}`);
      }
    };
    const mine = ['ada-one', 'ada-two'];

    const first = moment();
    await assertChanged(first, [], 'nothing changed');
    await owner.put('/publishers/ada', { name: 'Ada & Co.' });
    await assertChanged(first, mine, 'the name');

    const second = moment();
    await owner.put('/publishers/ada', { name: 'Ada & Co.' });
    await assertChanged(second, [], 'the same name again is no change');
    const status = (status: string) =>
      moderator.put('/admin/publishers/ada', { status, reason: 'Looked at.' });
    assert.equal((await status('PublisherStatusBanned')).status, 200);
    assert.deepEqual(await ids(`/nodes?timestamp=${second}`), [], 'banned nodes are not listed');
    const seen = await moderator.get(`/nodes?timestamp=${second}&include_banned=true`);
    assert.deepEqual(seen.json.nodes.map(({ id }) => id).sort(), mine);

    const third = moment();
    assert.equal((await status('PublisherStatusActive')).status, 200);
    await assertChanged(third, mine, 'the ban was lifted');
  });
});
