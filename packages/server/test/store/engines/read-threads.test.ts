import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { ApiError } from '../../../src/errors.ts';
import { connect } from '../../../src/store/engines/sqlite/prepared-database.ts';
import { ReadThreads } from '../../../src/store/engines/sqlite/read-threads.ts';
import { readSecondsMax, ReadTimeoutError } from '../../../src/store/long-read.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** So many rows take far longer than a test waits for anything else. */
const many = 10_000_000;

const numbers = (count: number): string =>
  `(with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
    select number from numbers)`;
/** A statement that has no row until it has looked at all. */
const countTo = (count: number, condition = 'true'): string =>
  `select count(*) as count from ${numbers(count)} where ${condition}`;

const open = async (t: TestContext, bounds: ConstructorParameters<typeof ReadThreads>[0]) => {
  const path = join(await temporaryFolder(t), 'test.db');
  // As a server does before it reads: two threads that make a database at once lock each other out.
  connect(path, false).close();
  const threads = new ReadThreads(bounds);
  t.after(() => threads.close(path));
  const read = async (text: string): Promise<unknown> => {
    const [row] = await threads.read({ path, text, parameters: [] });
    return (row as { count: number }).count;
  };
  return {
    threads,
    search: (count: number) => read(`${countTo(count, 'in_time()')}/* search */`),
    list: (count: number) => read(`${countTo(count)}/* long */`),
  };
};

suite('read threads', () => {
  test('a search that takes too much processor time is ended, and its thread reads on', async (t) => {
    const { search, threads } = await open(t, {
      threadsMax: 1,
      secondsMax: { ...readSecondsMax, search: 0.05 },
    });
    await assert.rejects(search(many), ReadTimeoutError);
    await assert.rejects(search(many), ReadTimeoutError, 'the same statement again');
    assert.equal(await search(10), 10);
    assert.deepEqual(threads.usage, { busy: 0, idle: 1, waiting: 0 });
  });

  test('a read that does not pause is given up, and another thread takes the place of its own', async (t) => {
    const { list, threads } = await open(t, { threadsMax: 1, secondsMax: { ...readSecondsMax, long: 0.5 } });
    const late = list(many);
    const next = list(10);
    await assert.rejects(late, ReadTimeoutError);
    assert.equal(await next, 10);
    assert.deepEqual(threads.usage, { busy: 0, idle: 1, waiting: 0 });
  });

  test('lists do not wait for searches', async (t) => {
    const { search, list } = await open(t, {
      threadsMax: 2,
      searchesMax: 1,
      secondsMax: { ...readSecondsMax, search: 60 },
    });
    // Both threads have started.
    await Promise.all([list(10), list(10)]);
    const order: string[] = [];
    const done = (name: string) => () => order.push(name);
    await Promise.all([
      search(300_000).then(done('search')),
      search(10).then(done('another search')),
      list(10).then(done('list')),
    ]);
    assert.deepEqual(order, ['list', 'search', 'another search']);
  });

  test('503: more reads wait than may', async (t) => {
    const { list, threads } = await open(t, { threadsMax: 1, waitingMax: 2 });
    const reads = [list(100_000), list(10), list(10)];
    assert.deepEqual(threads.usage, { busy: 1, idle: 0, waiting: 2 });
    await assert.rejects(
      list(10),
      (error) => error instanceof ApiError && error.code === 'unavailable' && 'retry-after' in error.headers,
    );
    assert.deepEqual(await Promise.all(reads), [100_000, 10, 10]);
  });
});
