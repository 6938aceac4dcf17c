import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { endpoints, limits, wiresOf } from '@patchbay/contract';
import { ApiError } from '../../src/errors.ts';
import { AnswerRoom } from '../../src/http/answer-room.ts';
import { largestAnswer } from '../../src/http/largest-answer.ts';
import { dial } from '../support/raw-http.ts';
import { currentVariant } from '../support/variants.ts';

const sendMs = 30;

interface Visit {
  socket: Socket;
  response: ServerResponse;
}

/** A room for 100 bytes, and a server whose requests a test answers itself. */
const openRoom = async (t: TestContext, { buildingMax = 1_000 } = {}) => {
  const room = new AnswerRoom({ bytesMax: 100, buildingMax, sendMs });
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
  const arrive = async (count: number): Promise<void> => {
    while (arrived.length < count) await once(server, 'arrived');
  };
  return {
    room,
    arrived,
    arrive,
    dial: () => dial(url),
    visit: async (): Promise<Visit> => {
      const socket = dial(url);
      socket.resume().write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await arrive(arrived.length + 1);
      return { socket, response: arrived.at(-1) as ServerResponse };
    },
  };
};

const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unavailable' && error.headers['retry-after'] !== undefined;

test('answers enter in order, and leave when they are sent', async (t) => {
  const { room, visit } = await openRoom(t);
  const [one, two, three] = [await visit(), await visit(), await visit()];
  await room.enter(one.response, 80);
  const order: string[] = [];
  const second = room.enter(two.response, 60).then(() => order.push('two'));
  const third = room.enter(three.response, 10).then(() => order.push('three'));
  assert.deepEqual(room.load, { bytes: 80, waiting: 2 }, 'a small one does not pass a large one');
  one.response.end('sent');
  await Promise.all([second, third]);
  assert.deepEqual(order, ['two', 'three']);
  assert.deepEqual(room.load, { bytes: 70, waiting: 0 });
  two.response.end();
  three.response.end();
  await Promise.all([once(two.response, 'close'), once(three.response, 'close')]);
  assert.deepEqual(room.load, { bytes: 0, waiting: 0 });
});

test('a client that asks for much waits for others, and gets half of the room at most', async (t) => {
  const { room, visit } = await openRoom(t, { buildingMax: 4 });
  const responses = await Promise.all(Array.from({ length: 6 }, async () => (await visit()).response));
  const order: string[] = [];
  const [one, two, three, four, five, six] = responses.map((response, index) => {
    const client = index < 4 ? 'greedy' : 'modest';
    return room.enter(response, 10, client).then((place) => {
      order.push(`${client} ${index}`);
      return place;
    });
  });
  await Promise.all([one, two, five, six]);
  assert.deepEqual(order, ['greedy 0', 'greedy 1', 'modest 4', 'modest 5'], 'two of each are built');
  (await one)?.settle(45);
  (await five)?.settle(1);
  assert.deepEqual(room.load, { bytes: 66, waiting: 2 }, 'half of the bytes are taken');
  responses[0]?.destroy();
  await three;
  (await two)?.settle(0);
  await four;
  assert.equal(room.load.waiting, 0);
});

test('a response that turns out small makes room for others', async (t) => {
  const { room, visit } = await openRoom(t);
  const [one, two] = [await visit(), await visit()];
  const place = await room.enter(one.response, 100);
  const second = room.enter(two.response, 90);
  place.settle(10);
  await second;
  assert.deepEqual(room.load, { bytes: 100, waiting: 0 });
});

test('what is not sent after all leaves at once, and nothing of it stays with its connection', async (t) => {
  const { room, visit } = await openRoom(t);
  const { response } = await visit();
  const listeners = response.listenerCount('close');
  for (let count = 0; count < 20; count += 1) (await room.enter(response, 80)).leave();
  assert.deepEqual(room.load, { bytes: 0, waiting: 0 });
  assert.equal(response.listenerCount('close'), listeners);
});

test('503: more than 1,000 wait', async (t) => {
  const { room, visit } = await openRoom(t);
  const [{ response: first }, { response }] = [await visit(), await visit()];
  response.setMaxListeners(0);
  await room.enter(first, 100);
  const waiting = Promise.allSettled(Array.from({ length: 1_000 }, () => room.enter(response, 1)));
  await assert.rejects(room.enter(response, 1), isUnavailable);
  response.destroy();
  assert.ok((await waiting).every(({ status }) => status === 'rejected'));
  assert.deepEqual(room.load, { bytes: 100, waiting: 0 });
});

test('where 1,000 wait, the newest of the network with the most gives way to another', async (t) => {
  const { room, visit } = await openRoom(t);
  const [{ response: first }, { response }] = [await visit(), await visit()];
  response.setMaxListeners(0);
  await room.enter(first, 100);
  // Of one site, each with a network of its own.
  const crowd = Array.from({ length: 1_000 }, (_, index) =>
    room.enter(response, 1, `2001:db8:1:${index.toString(16)}`).then(
      () => 'entered',
      (error: unknown) => isUnavailable(error) && 'gave way',
    ),
  );
  await assert.rejects(room.enter(response, 1, '2001:db8:1:ffff'), isUnavailable);
  const newcomer = room.enter(response, 1, '2001:db8:2:1');
  assert.equal(await crowd.at(-1), 'gave way');
  assert.equal(room.load.waiting, 1_000);
  first.destroy();
  await newcomer;
  assert.equal(await crowd[0], 'entered');
});

test('networks come before their clients', async (t) => {
  const { room, visit } = await openRoom(t, { buildingMax: 4 });
  const clients = [
    '2001:db8:1:1',
    '2001:db8:1:2',
    '2001:db8:1:3',
    '2001:db8:1:4',
    '2001:db8:1:5',
    '192.0.2.1',
  ];
  const order: string[] = [];
  const visits: Visit[] = [];
  const places: Promise<unknown>[] = [];
  for (const client of clients) {
    const visited = await visit();
    visits.push(visited);
    places.push(room.enter(visited.response, 10, client).then(() => order.push(client)));
  }
  for (const { response } of visits.slice(0, 2)) response.destroy();
  await Promise.all(places);
  assert.deepEqual(order.slice(4), ['192.0.2.1', '2001:db8:1:5']);
});

test('a client that disconnects while waiting, or before, takes no room', async (t) => {
  const { room, visit } = await openRoom(t);
  const [one, two, three] = [await visit(), await visit(), await visit()];
  await room.enter(one.response, 100);
  const second = room.enter(two.response, 100);
  const third = room.enter(three.response, 100);
  two.socket.destroy();
  await assert.rejects(second, /client disconnected/);
  one.socket.destroy();
  await third;
  assert.deepEqual(room.load, { bytes: 100, waiting: 0 });
  await assert.rejects(room.enter(two.response, 100), /client disconnected/);
});

test('requests behind the first of a connection leave with it', async (t) => {
  const { room, dial: connect, arrive, arrived } = await openRoom(t);
  const socket = connect();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3));
  await arrive(3);
  const [, second, third] = arrived as [ServerResponse, ServerResponse, ServerResponse];
  await room.enter(second, 60);
  assert.ok(room.share(Buffer.alloc(40), third));
  assert.deepEqual(room.load, { bytes: 100, waiting: 0 });
  const gone = once(second.req.socket, 'close');
  socket.destroy();
  await gone;
  assert.deepEqual(room.load, { bytes: 0, waiting: 0 });
});

test('the same bytes sent to many are held once, and not sent where they have no room', async (t) => {
  const { room, visit } = await openRoom(t);
  const [one, two, three] = [await visit(), await visit(), await visit()];
  const bytes = Buffer.alloc(60);
  assert.ok(room.share(bytes, one.response));
  assert.ok(room.share(bytes, two.response));
  assert.equal(room.load.bytes, 60);
  assert.equal(room.share(Buffer.alloc(60), three.response), false);
  one.response.end();
  await once(one.response, 'close');
  assert.equal(room.load.bytes, 60);
  two.response.end();
  await once(two.response, 'close');
  assert.equal(room.load.bytes, 0);
});

test('a slow reader is cut off when another waits, and not before', async (t) => {
  const { room, visit } = await openRoom(t);
  const [one, two, three] = [await visit(), await visit(), await visit()];
  (await room.enter(one.response, 50)).settle(50);
  await room.enter(two.response, 50);
  const begun = performance.now();
  await room.enter(three.response, 50);
  assert.ok(performance.now() - begun >= sendMs - 5, 'it had its time');
  assert.deepEqual([one.response.destroyed, two.response.destroyed], [true, false], 'one is being made');
});

test('the endpoint and the request determine whether a response may be large', () => {
  const wires = wiresOf(currentVariant().profile);
  const bytesOf = (name: keyof typeof endpoints, query: object, body?: object) =>
    largestAnswer(endpoints[name], wires[name], { query, body });
  const pairs = (length: number) => ({ node_versions: Array.from({ length }, () => ({})) });
  assert.equal(bytesOf('getNode', {}), 0);
  assert.equal(bytesOf('getHealth', {}), 0);
  const ten = bytesOf('searchNodes', {});
  assert.ok(ten >= 10 * limits.appNodeBytesMax && ten < limits.answerBytesMax);
  assert.equal(bytesOf('searchNodes', { limit: 0 }), ten);
  for (const name of ['searchNodes', 'listVersions', 'listAppNodes', 'listVersionAppNodes'] as const) {
    assert.ok(bytesOf(name, { limit: 100 }) >= 100 * limits.appNodeBytesMax, name);
  }
  for (const name of ['listNodeVersions', 'listNodesOfPublisher', 'listPublishers'] as const) {
    assert.equal(bytesOf(name, {}), limits.answerBytesMax, name);
  }
  assert.equal(bytesOf('listNodes', { limit: 1_000 }), limits.answerBytesMax);
  assert.equal(bytesOf('bulkGetVersions', {}, pairs(1_000)), limits.answerBytesMax);
  assert.equal(bytesOf('bulkGetVersions', {}, pairs(10)), ten);
  const names = Array.from({ length: 10 }, () => 'Blur');
  assert.equal(bytesOf('resolveAppNodes', {}, { names }), ten);
});
