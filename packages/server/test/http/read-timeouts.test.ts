import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AskedThread } from '../../src/asked-thread.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

type Thread = AskedThread<{ ask: string }, unknown>;
type Ask = (this: Thread, message: { ask: string }) => Promise<unknown>;

suite('a search that takes too long', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  assert.equal((await ada.owner.post('/publishers/ada/nodes', { id: 'one', name: 'One' })).status, 201);
  const ask = Object.getOwnPropertyDescriptor(AskedThread.prototype, 'ask')?.value as Ask;
  const search = (words: string) => server.anonymous.get(`/nodes/search?search=${words}`);

  test('503: is ended, and others are answered', async (t) => {
    const overdue = t.mock.method(
      AskedThread.prototype as Thread,
      'ask',
      function (this: Thread, message: { ask: string }) {
        return message.ask === 'search' ? Promise.resolve({ failed: 'overdue' }) : ask.call(this, message);
      },
    );
    const refused = await search('one');
    assertRefused(refused, 'read_timeout');
    assert.match(refused.json.message, /longer than 1 second. Search for longer or more words/);
    assert.ok(refused.headers.has('retry-after'));
    assert.equal((await server.anonymous.get('/nodes?sort=name')).status, 200);
    overdue.mock.restore();
    assert.equal((await search('one')).json.total, 1);
  });

  test('503: waits for no thread that ends, which is started again', async (t) => {
    const ending = t.mock.method(
      AskedThread.prototype as Thread,
      'ask',
      function (this: Thread, message: { ask: string }) {
        const reply = ask.call(this, message);
        if (message.ask === 'search') this.end(new Error('it is killed'));
        return reply;
      },
    );
    const refused = await search('two');
    assertRefused(refused, 'unavailable');
    assert.ok(refused.headers.has('retry-after'));
    ending.mock.restore();
    assert.equal((await search('one')).json.total, 1);
  });
});
