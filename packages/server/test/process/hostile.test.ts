import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { hostileRequests } from '../support/hostile/hostile-requests.ts';
import { moderatorEmail, moderatorPassword } from '../support/hostile/moderator.ts';
import { openHostileFixture } from '../support/hostile/open-hostile-fixture.ts';
import { runHostileLoad } from '../support/hostile/run-hostile-load.ts';
import { sized } from '../support/length.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServerProcess } from '../support/server-process.ts';
import { suite } from '../support/variants.ts';

const kinds = Object.keys(hostileRequests);

suite('a server with a small heap', async () => {
  const server = await startServerProcess({
    ...(await temporaryData({ after })),
    HOST_PROFILE: 'app',
    ADMIN_EMAIL: moderatorEmail,
    ADMIN_PASSWORD: moderatorPassword,
    NODE_OPTIONS: '--max-old-space-size=256',
  });
  after(() => server.end('SIGTERM'));

  test('lives through the most expensive requests there are, and answers each', async () => {
    const fixture = await openHostileFixture(server.url, { nodes: 60, versions: 10 });
    const outcomes = await runHostileLoad(fixture, {
      kinds,
      requests: sized({ short: 1, long: 3 }) * kinds.length,
      connections: 12,
    });
    for (const [kind, counts] of outcomes) {
      for (const outcome of counts.keys()) {
        assert.match(outcome, /^(?:[24]\d\d|cut|held)$/, `${kind}: ${outcome}`);
      }
    }
    assert.deepEqual([...outcomes.keys()].sort(), kinds.toSorted());
    assert.equal((await fixture.owner.get('/health')).status, 200);
    assert.equal(server.process.exitCode, null, server.output().stderr);
  });
});
