import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, suite, test } from 'node:test';
import { ApiError } from '../../../src/errors.ts';
import { connect } from '../../../src/store/engines/sqlite/prepared-database.ts';
import { ReadThreads } from '../../../src/store/engines/sqlite/read-threads.ts';
import { ReadTimeoutError } from '../../../src/store/long-read.ts';
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
    list: (count: number, condition?: string) => read(countTo(count, condition)),
  };
};

suite('read threads', () => {
  test('a read that takes too long is given up, and another thread takes the place of its own', async (t) => {
    const { list, threads } = await open(t, { threadsMax: 1, secondsMax: 0.5 });
    for (const condition of ['true', 'in_time()']) {
      const late = list(many, condition);
      const next = list(10);
      await assert.rejects(late, ReadTimeoutError);
      assert.equal(await next, 10);
      assert.deepEqual(threads.usage, { busy: 0, idle: 1, waiting: 0 });
    }
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
