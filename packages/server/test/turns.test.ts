import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import {
  flowInTurns,
  nextSlice,
  nextSliceIfHeld,
  sliceMs,
  takeTurn,
  whoseWork,
  workFor,
} from '../src/turns.ts';
import { mockTime } from './support/mock-time.ts';
import { startServer } from './support/start-server.ts';

/** Takes a turn of a client whose turns are not over. */
const takeTurnLater = (work: () => void): void => {
  void nextSlice('busy');
  takeTurn('busy', work);
};

test('a client that holds the thread waits, and another one does not', async (t) => {
  const time = mockTime(t);
  await nextIteration();
  const done: string[] = [];
  const work = (name: string) => () => {
    done.push(name);
    time.pass(sliceMs);
  };
  for (let index = 1; index <= 4; index += 1) takeTurn('greedy', work(`greedy ${index}`));
  takeTurn('calm', work('calm'));
  assert.deepEqual(done, ['greedy 1', 'calm']);
  await nextIteration();
  assert.deepEqual(done, ['greedy 1', 'calm', 'greedy 2'], 'a turn that fills its slice ends the round');
  await nextSlice('calm');
  assert.deepEqual(done, ['greedy 1', 'calm', 'greedy 2', 'greedy 3'], 'clients take turns');
  await nextSlice('greedy');
  assert.deepEqual(done.at(-1), 'greedy 4');
});

test('requests that are cheap together are served at once', async (t) => {
  mockTime(t);
  await nextIteration();
  let served = 0;
  for (let index = 0; index < 100; index += 1) takeTurn('many', () => (served += 1));
  assert.equal(served, 100);
});

test('what is done for a client knows it', async () => {
  assert.equal(whoseWork(), undefined);
  const known = await workFor('somebody', async () => {
    await nextSlice();
    return whoseWork();
  });
  assert.equal(known, 'somebody');
});

test('work that waits for a turn is done in the context of its own client', async () => {
  const seen = await workFor('first', () => {
    void nextSlice();
    return new Promise((resolve) => workFor('second', () => takeTurnLater(() => resolve(whoseWork()))));
  });
  assert.equal(seen, 'second');
});

test('short work of many clients waits once they have held the thread for long', async (t) => {
  const time = mockTime(t);
  await nextIteration();
  const waited = Array.from({ length: 10 }, (_, index) =>
    workFor(`client ${index}`, () => {
      const turn = nextSliceIfHeld();
      time.pass(1);
      return turn;
    }),
  );
  assert.deepEqual(
    waited.map((turn) => turn !== undefined),
    [false, false, false, false, false, true, true, true, true, true],
  );
  await Promise.all(waited.filter((turn) => turn !== undefined));
});

test('a body flows in the turns of its client, and all of it arrives', async (t) => {
  const time = mockTime(t);
  await nextIteration();
  const body = new PassThrough({ highWaterMark: 1 });
  flowInTurns(body, 'sender');
  const seen: string[] = [];
  const pauses = t.mock.method(body, 'pause');
  body.on('data', (chunk: Buffer) => {
    seen.push(chunk.toString());
    time.pass(sliceMs);
  });
  for (const chunk of ['a', 'b', 'c', 'd']) body.write(chunk);
  body.end();
  await once(body, 'close');
  assert.deepEqual(seen.join(''), 'abcd');
  assert.ok(pauses.mock.callCount() > 0);
});

// Each client has an address of its own, which the loopback of other systems does not have.
if (process.platform === 'linux') {
  test('the request of one client passes those that another one sent before', async (t) => {
    const { url } = await startServer(t);
    const { hostname, port } = new URL(url);
    const open = async (localAddress: string) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress });
      t.after(() => socket.destroy());
      await new Promise((resolve) => socket.once('connect', resolve));
      return socket;
    };
    const greedy = await Promise.all(Array.from({ length: 10 }, () => open('127.9.0.1')));
    const calm = await open('127.9.0.2');
    const answered: string[] = [];
    const ask = (socket: Awaited<ReturnType<typeof open>>, name: string): Promise<void> =>
      new Promise((resolve) => {
        socket.once('data', () => {
          answered.push(name);
          resolve();
        });
        socket.write(`GET /nodes/none-${name} HTTP/1.1\r\nhost: registry\r\n\r\n`);
      });
    // Each is answered once, so that all connections are read and everything is loaded.
    for (const [index, socket] of [...greedy, calm].entries()) await ask(socket, `${index}`);
    answered.length = 0;
    let now = performance.now();
    // To look at the clock takes longer than a client may hold the thread.
    t.mock.method(performance, 'now', () => (now += sliceMs));
    await Promise.all([...greedy.map((socket, index) => ask(socket, `greedy-${index}`)), ask(calm, 'calm')]);
    const place = answered.indexOf('calm');
    assert.ok(place <= 3, answered.join());
  });
}
