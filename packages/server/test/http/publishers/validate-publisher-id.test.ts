import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('validate-publisher-id', async () => {
  const server = await startServer({ after });
  const isAvailable = async (id: string) => {
    const reply = await server.anonymous.get(`/publishers/validate?username=${encodeURIComponent(id)}`);
    assert.equal(reply.status, 200, reply.text);
    const { isAvailable, message } = reply.json;
    assert.equal(typeof message, isAvailable ? 'undefined' : 'string', 'it says why not');
    return isAvailable;
  };

  test('200: well-formed and free', async () => {
    assert.equal(await isAvailable('nobody-yet'), true);
    for (const id of ['', 'Ada', '1a', 'a b', 'ä', 'validate', 'a'.repeat(64)]) {
      assert.equal(await isAvailable(id), false, id);
    }
  });

  test('200: taken, also when deleted', async () => {
    const { owner } = await makePublisher(server, 'ada');
    assert.equal(await isAvailable('ada'), false);
    await owner.delete('/publishers/ada');
    assert.equal(await isAvailable('ada'), false);
  });

  test('200: says whether the id is taken or none at all', async () => {
    await makePublisher(server, 'eve');
    const messageOf = async (id: string) =>
      (await server.anonymous.get(`/publishers/validate?username=${encodeURIComponent(id)}`)).json.message;
    assert.equal(await messageOf('eve'), 'The id "eve" is taken. Choose another id.');
    assert.match(await messageOf('Eve'), /^This id cannot be used: use 1 to 63 lower-case letters/);
    assert.ok((await messageOf('x'.repeat(5_000))).length < 200, 'what is sent is not sent back');
  });

  test('400: without the id', async () => {
    const reply = await server.anonymous.get('/publishers/validate');
    assertRefused(reply, 'invalid_request');
    assert.equal(reply.json.details[0].path, '/username');
  });
});
