import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { suite, test } from 'node:test';
import { setTimeout as pause, setImmediate as settle } from 'node:timers/promises';
import { createClient, getCatalogue, streamPublicChanges } from '@patchbay/client';
import { refuse, startFront } from './start-front.ts';

const head = '{"catalogue":{"last_seq":1,"next":"1.A","nodes":1,"versions":0}}\n';
const node = '{"node":{"id":"x"}}\n';
const event = 'id: 1.A\nevent: change\ndata: {"seq":1,"kind":"node.removed","node_id":"x"}\n\n';

/** A registry that sends the first lines, and the rest when the test asks for it. */
const openLines = async (t: Parameters<typeof startFront>[0], type: string, begin: string) => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const front = await startFront(t, '', [
    (_request, response) => {
      response.writeHead(200, { 'content-type': type }).write(begin);
      resolve(response);
    },
  ]);
  return { url: front.url, response: promise };
};

suite('lines that stop', () => {
  for (const [what, type, begin, open] of [
    ['a catalogue', 'application/jsonl', head, getCatalogue],
    ['a stream', 'text/event-stream', event, streamPublicChanges],
  ] as const) {
    test(`${what} that is aborted throws the reason of its signal`, async (t) => {
      const { url } = await openLines(t, type, begin);
      const ending = new AbortController();
      const lines = open(createClient({ url }), {}, { signal: ending.signal });
      await lines.next();
      const next = lines.next();
      ending.abort(new Error('the user gave up'));
      await assert.rejects(next, { message: 'the user gave up' });
    });

    test(`${what} that says nothing more is a TimeoutError, and the connection is closed`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const { url, response } = await openLines(t, type, begin);
      const lines = open(createClient({ url }));
      await lines.next();
      const { promise: isClosed, resolve } = Promise.withResolvers<void>();
      (await response).on('close', resolve);
      const next = lines.next();
      await settle();
      t.mock.timers.tick(45_000);
      await assert.rejects(next, { name: 'TimeoutError' });
      await isClosed;
    });

    test(`${what} that breaks off is a ConnectionError`, async (t) => {
      const { url, response } = await openLines(t, type, begin);
      const lines = open(createClient({ url }));
      await lines.next();
      (await response).destroy();
      await assert.rejects(lines.next(), { name: 'ConnectionError' });
    });
  }

  test('a catalogue may take longer than the time of the client, as long as its lines arrive', async (t) => {
    const { url, response } = await openLines(t, 'application/jsonl', head);
    const lines = getCatalogue(createClient({ url, timeoutMs: 1_000 }));
    await lines.next();
    await pause(1_100);
    (await response).end(node);
    assert.deepEqual((await lines.next()).value, { node: { id: 'x' } });
    assert.equal((await lines.next()).done, true);
  });

  test('a stream may have more bytes than the client reads of a response', async (t) => {
    const { url, response } = await openLines(t, 'text/event-stream', event.repeat(10));
    const lines = streamPublicChanges(createClient({ url, bytesMax: event.length * 11 }));
    for (let count = 0; count < 10; count += 1) await lines.next();
    (await response).end(event.repeat(10));
    for (let count = 0; count < 10; count += 1) assert.equal((await lines.next()).value?.position, '1.A');
  });

  test('the page of a proxy is no stream, and a line that is no object no catalogue', async (t) => {
    const page = await startFront(t, '', [refuse(200, { 'content-type': 'text/html' }, '<h1>Hello</h1>\n')]);
    await assert.rejects(streamPublicChanges(createClient({ url: page.url })).next(), {
      name: 'IntegrityError',
    });
    for (const body of ['<h1>Hello</h1>\n', 'null\n', '"x"\n', '']) {
      const front = await startFront(t, '', [refuse(200, {}, body)]);
      await assert.rejects(getCatalogue(createClient({ url: front.url })).next(), { name: 'IntegrityError' });
    }
  });
});
