import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import { openTestStore } from '../support/open-store.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnPostgres } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suiteOnPostgres('pages beside a replica', async () => {
  // It lags so far behind that nothing has arrived.
  const replica = await openTestStore({ after });
  const server = await startServer({ after }, { DATABASE_REPLICA_URL: replica.url });
  await makePublisher(server, 'ada');

  test('the interface reads the replica where nothing is kept', async () => {
    assertRefused(await server.anonymous.get('/publishers/ada'), 'publisher_not_found');
    assert.deepEqual((await server.anonymous.get('/publishers')).json, []);
  });

  test('a page that may be kept shows what was written', async () => {
    const { status, html } = await new Visitor(server.url).get('/p/ada');
    assert.equal(status, 200, html);
  });

  test('so does the page of a person, also where its call knows nobody', async () => {
    const { bearer } = await server.moderator();
    const visitor = new Visitor(server.url, bearer);
    // So many that some of their calls wait for a turn.
    const visits = await Promise.all(Array.from({ length: 20 }, () => visitor.get('/moderate/publishers')));
    for (const { status, html } of visits) {
      assert.equal(status, 200, html);
      assert.match(html, /\/moderate\/publishers\/ada"/);
    }
  });
});
