import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, uniqueId } from '../../support/build.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('review-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  let id: string;
  let path: string;
  beforeEach(async () => {
    id = uniqueId('My-Node');
    path = `/nodes/${id}/reviews`;
    assert.equal((await ada.owner.post('/publishers/ada/nodes', { id })).status, 201);
  });
  const reviewers = await Promise.all(['one', 'two', 'three'].map((name) => server.user(name)));
  const [one = ada.owner] = reviewers;
  const rating = async () => (await server.anonymous.get(`/nodes/${id}`)).json.rating;

  test('200: the rating is the mean, absent without reviews', async () => {
    assert.equal(await rating(), undefined);
    for (const [index, star] of [5, 4, 4].entries()) {
      const reply = await reviewers[index]?.post(`${path}?star=${star}`);
      assert.equal(reply?.status, 200, reply?.text);
    }
    assert.equal(await rating(), 13 / 3);
  });

  test('200: a second review of a user replaces the first', async () => {
    const [, two = one] = reviewers;
    await one.post(`${path}?star=5`);
    await two.post(`${path}?star=5`);
    const reply = await one.post(`${path}?star=1`);
    assert.equal(reply.json.rating, 3);
    assert.equal(reply.json.id, id);
    assert.equal(await rating(), 3);
  });

  test('200: reviews at once are all counted', async () => {
    meetAtWrite(server.server.context, reviewers.length);
    await Promise.all(reviewers.map((reviewer, index) => reviewer.post(`${path}?star=${index + 1}`)));
    assert.equal(await rating(), 2);
  });

  test('400: anything but one to five whole stars', async () => {
    for (const query of ['', '?star=0', '?star=6', '?star=4.5', '?star=five', '?star=1&star=2']) {
      assertRefused(await one.post(path + query), 'invalid_request', query);
    }
    assert.equal(await rating(), undefined);
  });

  test('401 and 403: an anonymous caller, and a token, which is not a user', async () => {
    assertRefused(await server.anonymous.post(`${path}?star=5`), 'unauthenticated');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.post(`${path}?star=5`, undefined, headers), 'forbidden');
  });

  test('403 and 404: a banned node, and none', async () => {
    assertRefused(await one.post('/nodes/none/reviews?star=5'), 'node_not_found');
    await (await server.moderator()).put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusBanned' });
    assertRefused(await one.post(`${path}?star=5`), 'node_banned');
  });
});
