import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publication, publishActive, publishPending } from '../support/build.ts';
import { type Work, countWork } from '../support/count-work.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suite } from '../support/variants.ts';

suite('what a request costs', async () => {
  const { engine } = currentVariant();
  const cold = await startServer({ after }, { CACHE_BYTES: '0' });
  const ada = await makePublisher(cold, 'ada');
  await publishActive(cold, ada, 'first', '1.0.0');
  await publishActive(cold, ada, 'second', '1.0.0');

  const assertWork = async (expected: Record<typeof engine, Work>, run: () => Promise<unknown>) => {
    // Statements are compiled, folders made and rows of a day begun by the first of each.
    await run();
    const { texts, ...work } = await countWork(run);
    assert.deepEqual(work, expected[engine], texts.join('\n'));
  };

  let versions = 0;
  const any = { statements: 0, transactions: 0, flushes: 0, folderSyncs: 0 };
  test('publish', () =>
    assertWork({ sqlite: any, postgres: any }, async () => {
      const reply = await ada.owner.post(
        '/publishers/ada/nodes/first/versions',
        publication(ada.token, `2.0.${(versions += 1)}`),
      );
      assert.equal(reply.status, 201, reply.text);
    }));

  test('upload', async () => {
    const pending = [
      await publishPending(ada, 'first', '3.0.0'),
      await publishPending(ada, 'first', '3.0.1'),
    ];
    await assertWork({ sqlite: any, postgres: any }, async () => {
      const { signedUrl = '', bytes = new Uint8Array() } = pending.pop() ?? {};
      const reply = await cold.anonymous.upload(signedUrl, bytes);
      assert.equal(reply.status, 200, reply.text);
      await cold.settle();
    });
  });

  test('a cold node', () =>
    assertWork({ sqlite: any, postgres: any }, () => cold.anonymous.get('/nodes/first')));
  test('bulk', () =>
    assertWork({ sqlite: any, postgres: any }, () =>
      cold.anonymous.post('/bulk/nodes/versions', {
        node_versions: Array.from({ length: 100 }, (_, index) => ({
          node_id: index % 2 === 0 ? 'first' : 'second',
          version: '1.0.0',
        })),
      }),
    ));
  test("a publisher's page", () =>
    assertWork({ sqlite: any, postgres: any }, () => ada.owner.get('/publishers/ada/nodes/v2')));
});
