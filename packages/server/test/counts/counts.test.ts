import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePublisher, publication, publishActive, publishPending } from '../support/build.ts';
import { type Work, countWork, nothing } from '../support/count-work.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

const runsCounted = 6;

suiteOnBoth('what a request costs', () => {
  // A test begins when the one before has ended; the bodies of both suites run at once, and work is counted for the process.
  test('in statements, flushes and processes', async (t) => {
    const onPostgres = currentVariant().engine === 'postgres';
    const cold = await startServer(t, { CACHE_BYTES: '0' });
    const ada = await makePublisher(cold, 'ada');
    await publishActive(cold, ada, 'first', '1.0.0');
    await publishActive(cold, ada, 'second', '1.0.0');

    const assertWork = async (expected: Partial<Work>, run: () => Promise<unknown>) => {
      // Statements are compiled, folders made, readers started and rows of a day begun by the first of each.
      await run();
      const runs: Awaited<ReturnType<typeof countWork>>[] = [];
      for (let count = 0; count < runsCounted; count += 1) runs.push(await countWork(run));
      // What the server does by its own clock adds to some of them, and to each figure apart.
      const least = { ...nothing };
      for (const kind of Object.keys(nothing) as (keyof Work)[])
        least[kind] = Math.min(...runs.map((work) => work[kind]));
      assert.deepEqual(least, { ...nothing, ...expected }, runs[0]?.texts.join('\n'));
    };

    let versions = 0;
    await t.test('a publish', () =>
      // The server of PostgreSQL flushes its log itself, when a statement tells it to.
      assertWork(
        { statements: onPostgres ? 12 : 11, transactions: 1, flushes: onPostgres ? 0 : 1 },
        async () => {
          const reply = await ada.owner.post(
            '/publishers/ada/nodes/first/versions',
            publication(ada.token, `2.0.${(versions += 1)}`),
          );
          assert.equal(reply.status, 201, reply.text);
        },
      ),
    );

    await t.test('an upload, up to its verdict', async () => {
      const pending = Array.from({ length: 1 + runsCounted }, (_, patch) =>
        publishPending(ada, 'first', `3.0.${patch}`),
      );
      const work = {
        statements: onPostgres ? 35 : 34,
        transactions: 1,
        flushes: onPostgres ? 1 : 2,
        folderSyncs: 1,
      };
      await assertWork(work, async () => {
        const { signedUrl = '', bytes = new Uint8Array() } = (await pending.pop()) ?? {};
        const reply = await cold.anonymous.upload(signedUrl, bytes);
        assert.equal(reply.status, 200, reply.text);
      });
    });

    await t.test('a cold node', () =>
      assertWork({ statements: 1 }, () => cold.anonymous.get('/nodes/first')),
    );

    await t.test('a cold bulk of 100', () =>
      assertWork({ statements: 1 }, () =>
        cold.anonymous.post('/bulk/nodes/versions', {
          node_versions: Array.from({ length: 100 }, (_, index) => ({
            node_id: index % 2 === 0 ? 'first' : 'second',
            version: '1.0.0',
          })),
        }),
      ),
    );

    await t.test("a publisher's page", () =>
      assertWork({ statements: 5 }, () => ada.owner.get('/publishers/ada/nodes/v2')),
    );
  });
});
