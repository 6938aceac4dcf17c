import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type TestContext, suite, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { ApiError } from '../../src/errors.ts';
import { LargeResponses, RequestsUnderWay } from '../../src/limits/client-semaphores.ts';
import { BusyError } from '../../src/limits/semaphore.ts';
import { dial } from '../support/raw-http.ts';

/** A server whose requests a test answers itself. */
const openServer = async (t: TestContext) => {
  const arrived: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    arrived.push(response);
    server.emit('arrived');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  /** The responses to some requests on one connection. */
  const visit = async (count = 1): Promise<{ socket: Socket; responses: readonly ServerResponse[] }> => {
    const known = arrived.length;
    const socket = dial(url);
    socket.resume().write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count));
    while (arrived.length < known + count) await once(server, 'arrived');
    return { socket, responses: arrived.slice(known) };
  };
  const respond = async (): Promise<ServerResponse> => (await visit()).responses[0] as ServerResponse;
  const leave = async (response: ServerResponse): Promise<void> => {
    response.end();
    await once(response, 'close');
  };
  return { visit, respond, leave };
};

suite('requests under way', () => {
  const { requestsUnderWayMax: max, requestsWaitingMax: waitingMax } = limits;

  test('a client has some at once; the others wait in their order, and hold up no other client', async (t) => {
    const { respond } = await openServer(t);
    const underWay = new RequestsUnderWay();
    const response = await respond();
    response.setMaxListeners(0);
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const refused: Error[] = [];
    const enter = (client: string, name: string): void =>
      underWay.enter(
        client,
        response,
        (end) => {
          begun.push(name);
          ends.push(end);
        },
        (error) => void refused.push(error),
      );
    for (let index = 0; index < max + waitingMax; index += 1) enter('greedy', String(index));
    assert.equal(begun.length, max);
    enter('calm', 'calm');
    assert.equal(begun.at(-1), 'calm');
    enter('greedy', 'one too many');
    await setImmediate();
    assert.ok(refused[0] instanceof ApiError && refused[0].code === 'rate_limited');
    assert.ok(refused[0].headers['retry-after'] !== undefined);
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end();
      await setImmediate();
      await setImmediate();
    }
    const all = Array.from({ length: max + waitingMax }, (_, index) => String(index));
    assert.deepEqual(
      begun.filter((name) => name !== 'calm'),
      all,
    );
    assert.equal(refused.length, 1);
  });

  test('one whose client disconnects never begins, and ends if it has begun', async (t) => {
    const { visit, respond } = await openServer(t);
    const underWay = new RequestsUnderWay();
    const first = await visit();
    const begun: string[] = [];
    const enter = (response: ServerResponse, name: string): void =>
      underWay.enter('client', response, () => begun.push(name), assert.fail);
    for (let index = 0; index < max; index += 1) enter(first.responses[0] as ServerResponse, 'first');
    const waiting = await visit();
    enter(waiting.responses[0] as ServerResponse, 'waiting');
    waiting.socket.destroy();
    await once(waiting.responses[0] as ServerResponse, 'close');
    enter(await respond(), 'last');
    assert.equal(begun.length, max);
    first.socket.destroy();
    await once(first.responses[0] as ServerResponse, 'close');
    await setImmediate();
    await setImmediate();
    assert.deepEqual(begun.slice(max), ['last']);
  });
});

suite('large responses', () => {
  test('begin in order, and count until they are sent', async (t) => {
    const { respond, leave } = await openServer(t);
    const large = new LargeResponses(100);
    const [one, two, three] = [await respond(), await respond(), await respond()];
    await large.enter('a', one, 25);
    await large.enter('b', two, 25);
    assert.deepEqual(large.load, { bytes: 50, waiting: 0 });
    assert.equal(large.tryEnter('a', three, 1), undefined, 'a client has a quarter at most');
    const third = large.enter('a', three, 20);
    await leave(one);
    (await third)(5);
    assert.deepEqual(large.load, { bytes: 30, waiting: 0 }, 'one that turns out small releases the rest');
    await leave(two);
    await leave(three);
    assert.deepEqual(large.load, { bytes: 0, waiting: 0 });
  });

  test('those that are not sent after all release it at once', async (t) => {
    const { respond } = await openServer(t);
    const large = new LargeResponses(100);
    const response = await respond();
    for (let count = 0; count < 5; count += 1) (await large.enter('a', response, 100))();
    assert.deepEqual(large.load, { bytes: 0, waiting: 0 });
  });

  test('503: too many wait', async (t) => {
    const { respond } = await openServer(t);
    const large = new LargeResponses(100);
    const [first, response] = [await respond(), await respond()];
    response.setMaxListeners(0);
    await large.enter('a', first, 100);
    const waiting = Promise.allSettled(
      Array.from({ length: limits.largeResponsesWaitingMax }, () => large.enter('a', response, 1)),
    );
    await assert.rejects(large.enter('a', response, 1), BusyError);
    response.destroy();
    assert.ok((await waiting).every(({ status }) => status === 'rejected'));
    assert.deepEqual(large.load, { bytes: 100, waiting: 0 });
  });

  test('a client that disconnects while it waits takes nothing', async (t) => {
    const { visit, respond, leave } = await openServer(t);
    const large = new LargeResponses(100);
    const responses = [await respond(), await respond(), await respond(), await respond()];
    for (const [index, response] of responses.entries()) await large.enter(`client ${index}`, response, 25);
    const { socket, responses: gone } = await visit();
    const rejected = assert.rejects(large.enter('late', gone[0] as ServerResponse, 25), /disconnected/);
    await setImmediate();
    assert.deepEqual(large.load, { bytes: 100, waiting: 1 });
    socket.destroy();
    await rejected;
    assert.deepEqual(large.load, { bytes: 100, waiting: 0 });
    for (const response of responses) await leave(response);
    assert.deepEqual(large.load, { bytes: 0, waiting: 0 });
  });

  test('requests behind the first of a connection end with it', async (t) => {
    const { visit } = await openServer(t);
    const large = new LargeResponses(100);
    const { socket, responses } = await visit(3);
    await large.enter('a', responses[1] as ServerResponse, 20);
    assert.ok(large.tryEnter('b', responses[2] as ServerResponse, 20) !== undefined);
    assert.deepEqual(large.load, { bytes: 40, waiting: 0 });
    const closed = once((responses[1] as ServerResponse).req.socket, 'close');
    socket.destroy();
    await closed;
    assert.deepEqual(large.load, { bytes: 0, waiting: 0 });
  });
});
