import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { openEvents } from '../../support/open-events.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('stream-public-changes', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const changed = (data: string) => {
    const { kind, node_id: id } = JSON.parse(data);
    return `${kind} ${id}`;
  };

  /** In the names of the host, as the events are. */
  const listHere = async (since: string): Promise<{ changes: object[] }> => {
    const query = new URLSearchParams({ since, versions: 'all' });
    return (await (await fetch(`${server.url}/changes?${query.toString()}`)).json()) as { changes: object[] };
  };

  test('200: changes come as events, and a stream that was cut goes on behind the last one', async () => {
    const [one, other] = [uniqueId('node'), uniqueId('node')];
    const first = await openEvents(`${server.url}/changes/stream?versions=all`);
    assert.equal(first.headers.get('content-type'), 'text/event-stream');
    await publishActive(server, ada, one, '1.0.0');
    const created = await first.next();
    assert.equal(changed(created.data), `node.changed ${one}`);
    await first.cut();
    await publishActive(server, ada, other, '1.0.0');
    const second = await openEvents(`${server.url}/changes/stream?versions=all`, created.id);
    const seen = new Set<string>();
    while (!seen.has(`version.changed ${other}`)) seen.add(changed((await second.next()).data));
    await second.cut();
    // Again only if the first event came before the version was Active.
    seen.delete(`node.changed ${one}`);
    assert.deepEqual([...seen].toSorted(), [
      `node.changed ${other}`,
      `version.changed ${one}`,
      `version.changed ${other}`,
    ]);
  });

  test('200: from the beginning, each event with the position behind it', async () => {
    const stream = await openEvents(`${server.url}/changes/stream?since=0&versions=all`);
    const { id, data } = await stream.next();
    await stream.cut();
    const { changes } = await listHere('0');
    assert.deepEqual(JSON.parse(data), changes[0]);
    assert.deepEqual((await listHere(id)).changes, changes.slice(1));
  });

  test('200: HEAD does not wait', async () => {
    const reply = await server.anonymous.send('HEAD', '/changes/stream');
    assert.deepEqual([reply.status, reply.text], [200, '']);
  });

  test('410: a position of another log, also as Last-Event-ID', async () => {
    assertRefused(await server.anonymous.get('/changes/stream?since=1.AAAAAAAA'), 'position_unknown');
    for (const id of ['1.AAAAAAAA', 'odd']) {
      assertRefused(
        await server.anonymous.get('/changes/stream', { 'last-event-id': id }),
        'position_unknown',
        id,
      );
    }
  });
});
