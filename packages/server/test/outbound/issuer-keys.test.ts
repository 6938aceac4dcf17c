import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import { minutes } from '../support/clock.ts';
import { openIssuer } from '../support/open-ci-issuer.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('the keys of an issuer', async () => {
  const issuer = await openIssuer({ after }, () => server.clock.now());
  const server = await startServer({ after }, issuer.settings);

  test('are those that it shows now, wherever it showed others before', async (t) => {
    const ada = await makePublisher(server, 'ada');
    const { other } = issuer.urls;
    const rule = { issuer: other, claims: { repository: 'acme/pack' } };
    assert.equal((await ada.owner.post('/publishers/ada/trusted-publishers', rule)).status, 201);
    const audience = new URL(server.server.context.publicUrl()).origin;
    const send = async (isMoved: boolean) => {
      const token = await issuer.sign(other, audience, { repository: 'acme/pack' }, { isMoved });
      return server.anonymous.post('/trusted-publishing/token', {
        token,
        publisher_id: 'ada',
        node_id: 'pack',
      });
    };
    assert.equal((await send(false)).status, 201);
    issuer.state.isMoved = true;
    const real = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => real() + minutes(11));
    const reply = await send(true);
    assert.equal(reply.status, 201, reply.text);
    assertRefused(await send(false), 'invalid_identity_token');
  });
});
