import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BusyError, Semaphore } from '../../src/limits/semaphore.ts';

suite('semaphore', () => {
  test('runs at most so many at once, and the others in their order, also after a failure', async () => {
    const semaphore = new Semaphore('tasks', { max: 2, queueMax: 10 });
    const order: number[] = [];
    let running = 0;
    const run = (number: number) =>
      semaphore.run(async () => {
        order.push(number);
        running += 1;
        assert.ok(running <= 2);
        await new Promise(setImmediate);
        running -= 1;
        if (number === 2) throw new Error('failed');
      });
    const ended = await Promise.allSettled([1, 2, 3, 4, 5].map(run));
    assert.deepEqual(order, [1, 2, 3, 4, 5]);
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(semaphore.load, { used: 0, waiting: 0 });
  });

  test('rejects at once what the queue cannot hold', async () => {
    const semaphore = new Semaphore('tasks', { max: 1, queueMax: 1 });
    const release = await semaphore.acquire();
    const second = semaphore.acquire();
    await assert.rejects(semaphore.acquire(), BusyError);
    release();
    await second;
    assert.deepEqual(semaphore.load, { used: 1, waiting: 0 });
  });

  test('lets what is aborted leave the queue, and the next one pass', async () => {
    const semaphore = new Semaphore('tasks', { max: 3, queueMax: 2 });
    await semaphore.acquire(2);
    const controller = new AbortController();
    const large = semaphore.acquire(2, controller.signal);
    const small = semaphore.acquire(1);
    assert.deepEqual(semaphore.load, { used: 2, waiting: 2 });
    controller.abort(new Error('gone'));
    await assert.rejects(large, /gone/);
    await small;
    assert.deepEqual(semaphore.load, { used: 3, waiting: 0 });
    await assert.rejects(semaphore.acquire(1, controller.signal), /gone/);
    assert.deepEqual(semaphore.load, { used: 3, waiting: 0 });
  });

  test('counts by weight, of which a part can be released', async () => {
    const semaphore = new Semaphore('bytes', { max: 10, queueMax: 10 });
    const release = await semaphore.acquire(1_000);
    const next = semaphore.acquire(6);
    assert.deepEqual(semaphore.load, { used: 10, waiting: 1 });
    release(5);
    assert.deepEqual(semaphore.load, { used: 5, waiting: 1 });
    release(4);
    await next;
    release(8);
    assert.deepEqual(semaphore.load, { used: 10, waiting: 0 });
    release();
    release();
    assert.deepEqual(semaphore.load, { used: 6, waiting: 0 });
  });
});
